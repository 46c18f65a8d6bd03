import type * as api from '@delivery/contracts';
import { get, type Page, pageSize } from '../../api/request.js';
import { ownerPath } from './owners.js';

export type HistorySpan = 'hour' | 'day';
export type MerchantFilter = { platform_id?: string; courier_system_id?: string; q?: string; sort?: api.MerchantSort };
export type UsageFilter = {
  month: string;
  mode: api.MerchantMode;
  platform_id?: string | undefined;
  q?: string | undefined;
};
export type OrderFilter = { merchant_id?: string; courier_system_id?: string; late?: api.MerchantMode | undefined };

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
  courierSystem: (id: string) => get<api.CourierSystemView>(ownerPath(id)),
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
export const usageFile = (filter: UsageFilter): string => `../operator/v1${get('/usage/export', filter).path}`;
