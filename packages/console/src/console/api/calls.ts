import type {
  ActivityEntry,
  CourierEvent,
  CourierSystemView,
  DeadLetterMessage,
  DeadLetterView,
  DeliveryView,
  DeliveryWithAttempts,
  EndpointHealth,
  EndpointHistory,
  History,
  MerchantListEntry,
  MerchantMode,
  MerchantSort,
  MerchantUsage,
  MerchantView,
  OperatorEndpoint,
  OperatorEndpointListEntry,
  OperatorOrder,
  OperatorOrderLanes,
  OperatorPosition,
  OperatorSessionEntry,
  OperatorStatus,
  OrderCustomer,
  PlatformView,
  PortalSessionEntry,
  ReplayView,
  SearchResult,
  SentRequests,
  SignInOptions,
  Timeline,
  UsageMonths,
  WebhookEvent,
} from '@delivery/contracts';
import { get, type Page, pageSize } from '../../api/get.js';
import { ownerPath } from './owners.js';

export type HistorySpan = 'hour' | 'day';
export type DeliveryFilter = {
  state?: DeliveryView['state'] | undefined;
  event?: WebhookEvent | CourierEvent | undefined;
  endpoint_id?: string | undefined;
  since?: string | undefined;
};

export type MerchantFilter = { platform_id?: string; courier_system_id?: string; q?: string; sort?: MerchantSort };
export type UsageFilter = {
  month: string;
  mode: MerchantMode;
  platform_id?: string | undefined;
  q?: string | undefined;
};
export type OrderFilter = { merchant_id?: string; courier_system_id?: string; late?: MerchantMode | undefined };

/** Everything that this page reads. */
export const reads = {
  status: () => get<OperatorStatus>('/status'),
  history: (span: HistorySpan, mode: MerchantMode) => get<History>('/history', { span, mode }),
  endpoints: (
    filter: {
      health?: EndpointHealth | undefined;
      failing?: 'true' | undefined;
      mode?: MerchantMode;
      merchant_id?: string | undefined;
      platform_id?: string;
      limit?: number;
    } = {},
  ) => get<Page<OperatorEndpointListEntry>>('/endpoints', { limit: pageSize, ...filter }),
  endpoint: (id: string) => get<OperatorEndpoint>(`/endpoints/${encodeURIComponent(id)}`),
  endpointHistory: (id: string, span: HistorySpan) =>
    get<EndpointHistory>(`/endpoints/${encodeURIComponent(id)}/history`, { span }),
  merchants: (filter: MerchantFilter = {}) =>
    get<Page<MerchantListEntry>>('/merchants', { limit: pageSize, ...filter }),
  merchant: (id: string) => get<MerchantView>(`/merchants/${encodeURIComponent(id)}`),
  deliveries: (ownerId: string, filter: DeliveryFilter & { limit?: number }) =>
    get<Page<DeliveryView>>(`${ownerPath(ownerId)}/webhook-deliveries`, {
      limit: pageSize,
      ...filter,
    }),
  delivery: (ownerId: string, id: string) =>
    get<DeliveryWithAttempts>(`${ownerPath(ownerId)}/webhook-deliveries/${encodeURIComponent(id)}`),
  requests: (ownerId: string, id: string, customerData: 'masked' | 'shown') =>
    get<SentRequests>(`${ownerPath(ownerId)}/webhook-deliveries/${encodeURIComponent(id)}/requests`, {
      customer_data: customerData,
    }),
  customer: (orderId: string) => get<OrderCustomer>(`/orders/${encodeURIComponent(orderId)}/customer`),
  position: (orderId: string) => get<OperatorPosition>(`/orders/${encodeURIComponent(orderId)}/position`),
  replays: (ownerId: string) => get<Page<ReplayView>>(`${ownerPath(ownerId)}/webhook-replays`, { limit: pageSize }),
  courierSystems: () => get<Page<CourierSystemView>>('/courier-systems', { limit: pageSize }),
  courierSystem: (id: string) => get<CourierSystemView>(ownerPath(id)),
  platforms: () => get<Page<PlatformView>>('/platforms', { limit: pageSize }),
  platform: (id: string) => get<PlatformView>(`/platforms/${encodeURIComponent(id)}`),
  search: (q: string, merchantId?: string) => get<SearchResult>('/search', { q, merchant_id: merchantId }),
  lanes: (id: string) => get<OperatorOrderLanes>(`/orders/${encodeURIComponent(id)}/lanes`),
  orders: (filter: OrderFilter) => get<Page<OperatorOrder>>('/orders', { limit: pageSize, ...filter }),
  timeline: (id: string) => get<Timeline>(`/orders/${encodeURIComponent(id)}/timeline`),
  deadLetterMessage: (id: string) => get<DeadLetterMessage>(`/dead-letters/${encodeURIComponent(id)}/message`),
  deadLetters: () => get<Page<DeadLetterView>>('/dead-letters', { limit: 100 }),
  activity: (filter: { action?: ActivityEntry['action'] | undefined; limit?: number } = {}) =>
    get<Page<ActivityEntry>>('/activity', { limit: pageSize, ...filter }),
  usage: (filter: UsageFilter) => get<Page<MerchantUsage>>('/usage', { limit: pageSize, ...filter }),
  merchantUsage: (id: string) => get<UsageMonths>(`/merchants/${encodeURIComponent(id)}/usage`),
  signInOptions: () => get<SignInOptions>('/session/options'),
  sessions: () => get<{ data: OperatorSessionEntry[] }>('/sessions'),
  portalSessions: (merchantId: string) =>
    get<{ data: PortalSessionEntry[] }>(`/merchants/${encodeURIComponent(merchantId)}/portal-sessions`),
};

/** The address of the same as a file. */
export const usageFile = (filter: UsageFilter): string => `../operator/v1${get('/usage/export', filter).path}`;
