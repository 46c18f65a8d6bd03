import type * as api from '@delivery/contracts';
import { webhookEvents } from '@delivery/contracts/events';
import { get, type Page, pageSize, request } from '../api/request.js';
import { endpointPath, type HistorySpan, type WebhookOwner } from '../webhooks/calls.js';

const one = (list: string, id: string): string => `/${list}/${encodeURIComponent(id)}`;

/** Everything that the portal reads. */
export const reads = {
  summary: () => get<api.MerchantSummary>('/summary'),
  orders: (filter: { status?: api.OrderStatus | undefined; late?: 'true' | undefined; limit?: number } = {}) =>
    get<Page<api.OrderListEntry>>('/external-orders', { limit: pageSize, ...filter }),
  order: (id: string) => get<api.OrderView>(one('external-orders', id)),
  position: (id: string) => get<api.PositionView>(`${one('external-orders', id)}/position`),
  lanes: (id: string) => get<api.OrderLanes>(`${one('external-orders', id)}/lanes`),
  sandboxOrder: (id: string) => get<api.SandboxOrder>(one('sandbox/orders', id)),
  /** For a session that may switch merchants. */
  merchants: (q: string) => get<Page<api.MerchantListEntry>>('/session/merchants', { limit: pageSize, q }),
  search: (q: string) => get<api.OwnSearchResult>('/search', { q }),
  endpoints: () => get<Page<api.EndpointView>>('/webhook-endpoints'),
  endpoint: (id: string) => get<api.EndpointView>(one('webhook-endpoints', id)),
  endpointHistory: (id: string, span: HistorySpan) =>
    get<api.EndpointHistory>(`${one('webhook-endpoints', id)}/history`, { span }),
  oauthClients: () => get<{ data: api.OauthClient[] }>('/oauth-clients'),
};

/** The portal's own merchant. */
export const own: WebhookOwner = { path: '', place: [], endpoints: reads.endpoints(), events: webhookEvents };

/** Reads that a session for a platform's people has beside them. */
export const platformReads = {
  summary: () => get<api.PlatformSummary>('/session/platform/summary'),
  endpoints: () => get<Page<api.EndpointView>>('/session/platform/webhook-endpoints'),
  usage: (month: string, format?: 'csv') =>
    get<Page<api.MerchantUsage>>('/session/platform/usage', { month, ...(format ? { format } : { limit: pageSize }) }),
};

/** The platform, whose webhooks its people read here and change through its API. */
export const platform = {
  path: '/session/platform',
  place: ['merchants'],
  endpoints: platformReads.endpoints(),
  events: webhookEvents,
  isOnlyRead: true,
} satisfies WebhookOwner;

const order = (id: string, what: string): string => `/external-orders/${encodeURIComponent(id)}/${what}`;

/** Changes that the portal alone makes. Each throws CallError. */
export const changes = {
  switchMerchant: (merchantId: string) =>
    request<api.MerchantSession>({ method: 'POST', path: '/session', body: { merchant_id: merchantId } }),
  askForLink: (body: api.AskForLink) => request({ method: 'POST', path: '/session/mail-link', body }),
  setTimeZone: (timeZone: string | null) =>
    request<api.MerchantSettings>({ method: 'PATCH', path: '/settings', body: { time_zone: timeZone } }),
  addEndpoint: (body: Partial<api.CreateEndpointBody>) =>
    request<api.EndpointWithSecret>({ method: 'POST', path: '/webhook-endpoints', body }),
  changeEndpoint: (id: string, body: api.EndpointChanges) =>
    request<api.EndpointView>({ method: 'PATCH', path: endpointPath(id), body }),
  deleteEndpoint: (id: string) => request({ method: 'DELETE', path: endpointPath(id) }),
  rotateSecret: (id: string, signature: api.EndpointSignature) =>
    request<api.EndpointWithSecret>({ method: 'POST', path: endpointPath(id, '/rotate-secret'), body: { signature } }),
  injectFault: (id: string, kind: api.FaultKind) =>
    request<api.EndpointView>({ method: 'POST', path: `/sandbox${endpointPath(id, '/inject-fault')}`, body: { kind } }),
  placeOrder: (body: object, headers: Readonly<Record<string, string>>) =>
    request<{ id: string }>({ method: 'POST', path: '/external-orders', body, headers }),
  markReady: (id: string) => request({ method: 'POST', path: order(id, 'ready') }),
  advance: (id: string, to: api.OrderStatus) =>
    request<api.SandboxOrder>({
      method: 'POST',
      path: `/sandbox/orders/${encodeURIComponent(id)}/advance`,
      body: { to },
    }),
};
