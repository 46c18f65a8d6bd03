import type {
  DeliveryView,
  DeliveryWithAttempts,
  EndpointHistory,
  EndpointView,
  MerchantListEntry,
  MerchantSummary,
  OauthClient,
  OrderLanes,
  OrderListEntry,
  OrderStatus,
  OrderView,
  OwnSearchResult,
  PositionView,
  ReplayView,
  SandboxOrder,
  SentRequests,
} from '@delivery/contracts';
import { get, type Page, pageSize } from '../../api/get.js';

export type DeliveryFilter = {
  state?: DeliveryView['state'] | undefined;
  event?: DeliveryView['event'] | undefined;
  endpoint_id?: string | undefined;
  since?: string | undefined;
};

const one = (list: string, id: string): string => `/${list}/${encodeURIComponent(id)}`;

/** Everything that the portal reads. */
export const reads = {
  summary: () => get<MerchantSummary>('/summary'),
  orders: (filter: { status?: OrderStatus | undefined; late?: 'true' | undefined; limit?: number } = {}) =>
    get<Page<OrderListEntry>>('/external-orders', { limit: pageSize, ...filter }),
  order: (id: string) => get<OrderView>(one('external-orders', id)),
  position: (id: string) => get<PositionView>(`${one('external-orders', id)}/position`),
  lanes: (id: string) => get<OrderLanes>(`${one('external-orders', id)}/lanes`),
  sandboxOrder: (id: string) => get<SandboxOrder>(one('sandbox/orders', id)),
  /** Of a session that may switch. */
  merchants: (q: string) => get<Page<MerchantListEntry>>('/session/merchants', { limit: pageSize, q }),
  search: (q: string) => get<OwnSearchResult>('/search', { q }),
  endpoints: () => get<Page<EndpointView>>('/webhook-endpoints'),
  endpoint: (id: string) => get<EndpointView>(one('webhook-endpoints', id)),
  endpointHistory: (id: string) => get<EndpointHistory>(`${one('webhook-endpoints', id)}/history`, { span: 'day' }),
  oauthClients: () => get<{ data: OauthClient[] }>('/oauth-clients'),
  deliveries: (filter: DeliveryFilter & { limit?: number }) =>
    get<Page<DeliveryView>>('/webhook-deliveries', { limit: pageSize, ...filter }),
  delivery: (id: string) => get<DeliveryWithAttempts>(one('webhook-deliveries', id)),
  requests: (id: string) => get<SentRequests>(`${one('webhook-deliveries', id)}/requests`),
  replays: () => get<Page<ReplayView>>('/webhook-replays', { limit: pageSize }),
};
