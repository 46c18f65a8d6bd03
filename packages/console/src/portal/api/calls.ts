import type * as api from '@delivery/contracts';
import { get, type Page, pageSize } from '../../api/request.js';

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
  /** Of a session that may switch. */
  merchants: (q: string) => get<Page<api.MerchantListEntry>>('/session/merchants', { limit: pageSize, q }),
  search: (q: string) => get<api.OwnSearchResult>('/search', { q }),
  endpoints: () => get<Page<api.EndpointView>>('/webhook-endpoints'),
  endpoint: (id: string) => get<api.EndpointView>(one('webhook-endpoints', id)),
  endpointHistory: (id: string) => get<api.EndpointHistory>(`${one('webhook-endpoints', id)}/history`, { span: 'day' }),
  oauthClients: () => get<{ data: api.OauthClient[] }>('/oauth-clients'),
};
