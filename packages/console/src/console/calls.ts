import type * as api from '@delivery/contracts';
import { courierEvents, webhookEvents } from '@delivery/contracts/events';
import { isCourierSystem, platformOfOwner } from '@delivery/contracts/owner-ids';
import { get, type Page, pageSize, request, urlOf } from '../api/request.js';
import type { HistorySpan, WebhookOwner } from '../webhooks/calls.js';
import type { Shown } from '../webhooks/preview.js';

export type MerchantFilter = { platform_id?: string; courier_system_id?: string; q?: string; sort?: api.MerchantSort };
export type UsageFilter = {
  month: string;
  mode: api.MerchantMode;
  platform_id?: string | undefined;
  q?: string | undefined;
};
export type OrderFilter = Partial<
  Record<'merchant_id' | 'courier_system_id', string> & Record<'late' | 'without_courier', api.MerchantMode | undefined>
>;

/** Everything that this page reads. */
export const reads = {
  status: () => get<api.OperatorStatus>('/status'),
  history: (span: HistorySpan, mode: api.MerchantMode) => get<api.History>('/history', { span, mode }),
  endpoints: (
    filter: {
      health?: api.EndpointHealth | undefined;
      failing?: 'true' | undefined;
      mode?: api.MerchantMode;
      merchant_id?: string | undefined;
      platform_id?: string;
      limit?: number;
    } = {},
  ) => get<Page<api.OperatorEndpointListEntry>>('/endpoints', { limit: pageSize, ...filter }),
  endpoint: (id: string) => get<api.OperatorEndpoint>(`/endpoints/${encodeURIComponent(id)}`),
  endpointHistory: (id: string, span: HistorySpan) =>
    get<api.EndpointHistory>(`/endpoints/${encodeURIComponent(id)}/history`, { span }),
  merchants: (filter: MerchantFilter = {}) =>
    get<Page<api.MerchantListEntry>>('/merchants', { limit: pageSize, ...filter }),
  merchant: (id: string) => get<api.MerchantView>(`/merchants/${encodeURIComponent(id)}`),
  customer: (orderId: string) => get<api.OrderCustomer>(`/orders/${encodeURIComponent(orderId)}/customer`),
  position: (orderId: string) => get<api.OperatorPosition>(`/orders/${encodeURIComponent(orderId)}/position`),
  courierSystems: () => get<Page<api.CourierSystemView>>('/courier-systems', { limit: pageSize }),
  courierSystem: (id: string) => get<api.CourierSystemView>(courierSystemPath(id)),
  platforms: () => get<Page<api.PlatformView>>('/platforms', { limit: pageSize }),
  platform: (id: string) => get<api.PlatformView>(`/platforms/${encodeURIComponent(id)}`),
  search: (q: string, merchantId?: string) => get<api.SearchResult>('/search', { q, merchant_id: merchantId }),
  lanes: (id: string) => get<api.OperatorOrderLanes>(`/orders/${encodeURIComponent(id)}/lanes`),
  orders: (filter: OrderFilter) => get<Page<api.OperatorOrder>>('/orders', { limit: pageSize, ...filter }),
  timeline: (id: string) => get<api.Timeline>(`/orders/${encodeURIComponent(id)}/timeline`),
  deadLetterMessage: (id: string) => get<api.DeadLetterMessage>(`/dead-letters/${encodeURIComponent(id)}/message`),
  deadLetters: () => get<Page<api.DeadLetterView>>('/dead-letters', { limit: 100 }),
  activity: (filter: { action?: api.ActivityEntry['action'] | undefined; limit?: number } = {}) =>
    get<Page<api.ActivityEntry>>('/activity', { limit: pageSize, ...filter }),
  usage: (filter: UsageFilter) => get<Page<api.MerchantUsage>>('/usage', { limit: pageSize, ...filter }),
  merchantUsage: (id: string) => get<api.UsageMonths>(`/merchants/${encodeURIComponent(id)}/usage`),
  signInOptions: () => get<api.SignInOptions>('/session/options'),
  sessions: () => get<{ data: api.OperatorSessionEntry[] }>('/sessions'),
  portalSessions: (merchantId: string) =>
    get<{ data: api.PortalSessionEntry[] }>(`/merchants/${encodeURIComponent(merchantId)}/portal-sessions`),
};

/** The address of the same as a file. */
export const usageFile = (filter: UsageFilter): string => urlOf(get('/usage', { ...filter, format: 'csv' }));

/** Fields of a merchant, a platform or a courier's system, and who sets them. */
export type OwnerBody = api.OperatorAction & Readonly<Record<string, unknown>>;

export type OwnerCreated = api.MerchantCreated | api.PlatformCreated | api.CourierSystemCreated;

/** One order, or all of a phone number. */
export type ErasureSubject = ({ order_id: string } | { phone: string }) & { force: boolean };

const merchantPath = (id: string, what: string): string => `/merchants/${encodeURIComponent(id)}/${what}`;

/** The query of a call that has no body of its own. */
const saidBy = (action: api.OperatorAction): string => `?${new URLSearchParams(action).toString()}`;

/**
 * Changes that the console alone makes; `headers` make sure that the change is the one shown. Each throws CallError.
 */
export const changes = {
  settleDeadLetters: (action: api.DeadLetterAction, body: api.OperatorAction & api.DeadLetterTarget, headers: Shown) =>
    request<api.DeadLettersDone>({ method: 'POST', path: `/dead-letters/${action}`, body, headers }),
  erase: (body: api.OperatorAction & ErasureSubject, headers: Shown) =>
    request<api.Erasure>({ method: 'POST', path: '/erasures', body, headers }),
  createPortalLink: (merchantId: string, body: api.OperatorAction & { scope: api.PortalScope }) =>
    request<api.PortalLink>({ method: 'POST', path: merchantPath(merchantId, 'portal-links'), body }),
  endPortalSession: (merchantId: string, id: string, action: api.OperatorAction) =>
    request({
      method: 'DELETE',
      path: merchantPath(merchantId, `portal-sessions/${encodeURIComponent(id)}${saidBy(action)}`),
    }),
  addToken: (owner: string, action: api.OperatorAction, body: object | undefined) =>
    request<{ token: string }>({ method: 'POST', path: `${owner}/tokens${saidBy(action)}`, ...(body && { body }) }),
  revokeToken: (owner: string, id: string, action: api.OperatorAction) =>
    request({ method: 'DELETE', path: `${owner}/tokens/${encodeURIComponent(id)}${saidBy(action)}` }),
  /** A merchant, a platform or a courier's system. */
  addOwner: (list: string, body: OwnerBody) => request<OwnerCreated>({ method: 'POST', path: list, body }),
  changeOwner: (owner: string, body: OwnerBody) => request({ method: 'PATCH', path: owner, body }),
  rotateKey: (platform: string, body: api.OperatorAction & { mode: api.MerchantMode; old_key_hours: number }) =>
    request<api.PlatformKeyRotated>({ method: 'POST', path: `${platform}/rotate-key`, body }),
  endSession: (id: string, action: api.OperatorAction) =>
    request({ method: 'DELETE', path: `/sessions/${encodeURIComponent(id)}${saidBy(action)}` }),
};

export const courierSystemPath = (id: string): string => `/courier-systems/${encodeURIComponent(id)}`;

/** A merchant, a platform or a courier's system, as the owner of webhooks. */
export const webhookOwner = (ownerId: string): WebhookOwner => ({
  path: ownerPath(ownerId),
  place: ownerPlace(ownerId),
  endpoints: reads.endpoints({ merchant_id: ownerId }),
  events: isCourierSystem(ownerId) ? courierEvents : webhookEvents,
});

/** The path of an owner's webhooks and contacts in the operator API. */
export const ownerPath = (ownerId: string): string => `/owners/${encodeURIComponent(ownerId)}`;

/** The place of the owner's page in the console. */
export const ownerPlace = (ownerId: string): string[] => {
  const platform = platformOfOwner(ownerId);
  if (platform) return ['platforms', platform.id, platform.mode];
  return [isCourierSystem(ownerId) ? 'couriers' : 'merchants', ownerId];
};
