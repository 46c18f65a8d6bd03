import type * as api from '@delivery/contracts';
import { get, type Page, pageSize, request } from '../api/request.js';
import { operator } from '../api/session.js';
import type { Shown } from './preview.js';
import type { NewRange } from './replay-range.js';

export type DeliveryFilter = {
  state?: api.DeliveryView['state'] | undefined;
  event?: api.WebhookEvent | api.CourierEvent | undefined;
  endpoint_id?: string | undefined;
  since?: string | undefined;
  limit?: number;
};

/** `owner`: the path of who owns the webhooks; of the portal's own merchant it is empty. */
const deliveryPath = (owner: string, id: string): string => `${owner}/webhook-deliveries/${encodeURIComponent(id)}`;

export const endpointPath = (id: string, what = ''): string =>
  `${operator.value ? '/endpoints' : '/webhook-endpoints'}/${encodeURIComponent(id)}${what}`;

export const webhookReads = {
  deliveries: (owner: string, filter: DeliveryFilter) =>
    get<Page<api.DeliveryView>>(`${owner}/webhook-deliveries`, { limit: pageSize, ...filter }),
  delivery: (owner: string, id: string) => get<api.DeliveryWithAttempts>(deliveryPath(owner, id)),
  requests: (owner: string, id: string, customerData?: 'masked' | 'shown') =>
    get<api.SentRequests>(`${deliveryPath(owner, id)}/requests`, { customer_data: customerData }),
  replays: (owner: string) => get<Page<api.ReplayView>>(`${owner}/webhook-replays`, { limit: pageSize }),
};

/** Where it is asked what an action would do. */
export const webhookPreviews = {
  enable: (id: string) => endpointPath(id, '/enable/preview'),
  catchUp: (id: string) => endpointPath(id, '/catch-up/preview'),
  range: (owner: string) => `${owner}/webhook-replays/preview`,
  deliveries: (owner: string) => `${owner}/webhook-deliveries/replay/preview`,
};

/** Who does it, and why; undefined: the merchant itself. */
type Action = api.OperatorAction | undefined;

const post = <T>(path: string, body: object | undefined, headers: Partial<Shown> = {}) =>
  request<T>({ method: 'POST', path, ...(body && { body }), headers });

/** Each throws CallError. `Shown` has it done as it was shown. */
export const webhookChanges = {
  enableEndpoint: (id: string, action: Action) => post(endpointPath(id, '/enable'), action),
  catchUp: (id: string, action: Action) => post(endpointPath(id, '/catch-up'), action),
  disableEndpoint: (id: string, action: Action) => post(endpointPath(id, '/disable'), action),
  testEndpoint: (id: string, action: Action) => post(endpointPath(id, '/test'), action),
  sendNow: (owner: string, id: string, action: Action) => post(`${deliveryPath(owner, id)}/send-now`, action),
  replayDeliveries: (
    owner: string,
    body: { delivery_ids: readonly string[] } & Partial<api.OperatorAction>,
    shown: Shown,
  ) => post(`${owner}/webhook-deliveries/replay`, body, shown),
  startReplay: (owner: string, body: NewRange & Partial<api.OperatorAction>, shown: Shown) =>
    post(`${owner}/webhook-replays`, body, shown),
};
