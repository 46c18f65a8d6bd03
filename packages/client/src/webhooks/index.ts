export type { WebhookEvent, WebhookFacts } from './event.js';
export { createMemoryStore, type MemoryStore } from './memory-store.js';
export {
  createOrderGuard,
  type GuardedEvent,
  type Missing,
  type Noted,
  type OrderGuard,
  type OrderGuardStore,
  type Verdict,
} from './order-guard.js';
export type { IncomingWebhook, WebhookHeaders } from './read-request.js';
export { signTestWebhook, type TestWebhook } from './sign.js';
export { verify, WebhookRefusedError, type Refusal, type VerifyOptions } from './verify.js';
