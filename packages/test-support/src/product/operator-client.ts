import {
  type Audit,
  auditSchema,
  deadLetterSchema,
  type DeadLetterView,
  type MerchantCreated,
  merchantCreatedSchema,
  type MerchantMode,
  type OrderStatus,
  type Timeline,
  timelineSchema,
  type WebhookEvent,
} from '@delivery/contracts';
import { pollUntil } from '../poll-until.js';
import { type Answer, type Call, callJson, expectSuccess } from './call-json.js';

export type NewMerchant = {
  name?: string;
  platform?: string;
  mode?: MerchantMode;
  webhookUrl?: string;
  events?: WebhookEvent[];
};
type Report = { occurredAt?: string; source?: string; idempotencyKey?: string };

export type OperatorClient = {
  createMerchant: (merchant: NewMerchant) => Promise<MerchantCreated>;
  setMerchantStatus: (merchantId: string, status: 'active' | 'disabled') => Promise<void>;
  status: (
    orderId: string,
    status: OrderStatus,
    report?: Report & { reason?: { code: string; message?: string } },
  ) => Promise<Answer>;
  trackingUrl: (orderId: string, trackingUrl: string, report?: Report) => Promise<Answer>;
  timeline: (orderId: string) => Promise<Timeline>;
  audit: () => Promise<Audit>;
  deadLetters: () => Promise<DeadLetterView[]>;
  token: string;
  /** Any call of the operator API; `path` begins with `/operator/v1`. */
  call: (path: string, call?: Call) => Promise<Answer>;
};

/** The operator API of order-state. `baseUrl` is asked for at each call. */
export const createOperatorClient = (baseUrl: () => string, operatorToken: string): OperatorClient => {
  const call: OperatorClient['call'] = (path, options = {}) =>
    callJson(new URL(path, baseUrl()).href, {
      ...options,
      headers: { authorization: `Bearer ${operatorToken}`, ...options.headers },
    });
  const read = async (path: string) => expectSuccess(await call(`/operator/v1${path}`));
  const write = (method: string, path: string, body: object, report: Report = {}) =>
    call(`/operator/v1${path}`, {
      method,
      body: { ...body, occurred_at: report.occurredAt, source: report.source },
      headers: report.idempotencyKey === undefined ? {} : { 'idempotency-key': report.idempotencyKey },
    });
  return {
    createMerchant: async ({ name = 'Cantina da Praça', platform, mode, webhookUrl, events }) => {
      const body = { name, platform, mode, webhook_url: webhookUrl, events };
      // Merchants are created one after the other: a create that has waited too long for other tests' is answered 503, and retried.
      const answer = await pollUntil('a merchant is made', async () => {
        const made = await write('POST', '/merchants', body);
        return made.status === 503 ? undefined : made;
      });
      return merchantCreatedSchema.parse(expectSuccess(answer));
    },
    setMerchantStatus: async (merchantId, status) => {
      expectSuccess(await call(`/operator/v1/merchants/${merchantId}`, { method: 'PATCH', body: { status } }));
    },
    status: (orderId, status, { reason, ...report } = {}) =>
      write('POST', `/orders/${orderId}/status`, { status, reason }, report),
    trackingUrl: (orderId, trackingUrl, report) =>
      write('POST', `/orders/${orderId}/tracking-url`, { tracking_url: trackingUrl }, report),
    timeline: async (orderId) => timelineSchema.parse(await read(`/orders/${orderId}/timeline`)),
    audit: async () => auditSchema.parse(await read('/audit')),
    deadLetters: async () => deadLetterSchema.array().parse((await read('/dead-letters'))['data']),
    token: operatorToken,
    call,
  };
};
