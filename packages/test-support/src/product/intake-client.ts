import { type Answer, type Call, callJson } from './call-json.js';

export type IntakeClient = {
  /** Text is sent byte for byte. */
  create: (order: object | string, call?: Call) => Promise<Answer>;
  ready: (orderId: string, call?: Call) => Promise<Answer>;
  cancel: (orderId: string, reason?: { code: string; message?: string }, call?: Call) => Promise<Answer>;
  get: (orderId: string, call?: Call) => Promise<Answer>;
  /** Any call of the merchant API; `path` begins with `/v1` and may have a query. */
  call: (path: string, call?: Call) => Promise<Answer>;
};

/** The merchant API with one merchant's credentials in the query. `baseUrl` is asked for at each call. */
export const createIntakeClient = (
  baseUrl: () => string,
  credentials: { key: string; token: string },
): IntakeClient => {
  const call: IntakeClient['call'] = (path, options) => {
    const url = new URL(path, baseUrl());
    url.searchParams.set('key', credentials.key);
    url.searchParams.set('token', credentials.token);
    return callJson(url.href, options);
  };
  const orderPath = (orderId: string) => `/v1/external-orders/${encodeURIComponent(orderId)}`;
  return {
    create: (order, options) => call('/v1/external-orders', { method: 'POST', body: order, ...options }),
    ready: (orderId, options) => call(`${orderPath(orderId)}/ready`, { method: 'POST', ...options }),
    cancel: (orderId, reason, options) =>
      call(`${orderPath(orderId)}/cancel`, { method: 'POST', body: reason ? { reason } : undefined, ...options }),
    get: (orderId, options) => call(orderPath(orderId), options),
    call,
  };
};
