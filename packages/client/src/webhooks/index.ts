export {
  type WebhookEvent,
  type WebhookFacts,
  type IncomingWebhook,
  type WebhookHeaders,
  verify,
  WebhookRefusedError,
  type Refusal,
  type VerifyOptions,
} from './verify.js';
export {
  createMemoryStore,
  type MemoryStore,
  createOrderGuard,
  type GuardedEvent,
  type Missing,
  type Noted,
  type OrderGuard,
  type OrderGuardStore,
  type Verdict,
} from './order-guard.js';
export { signTestWebhook, type TestWebhook } from './sign.js';
