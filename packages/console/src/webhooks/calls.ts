import type * as api from '@delivery/contracts';
import { type Get, get, type Page, pageSize, request } from '../api/request.js';
import { operator } from '../api/session.js';
import type { NamedEndpoint } from '../ui/format.js';
import type { Shown } from './preview.js';
import type { NewRange } from './replay-range.js';

export type HistorySpan = 'hour' | 'day';

type AnyEvent = api.WebhookEvent | api.CourierEvent;

export type DeliveryFilter = {
  state?: api.DeliveryView['state'] | undefined;
  event?: AnyEvent | undefined;
  endpoint_id?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  limit?: number;
};

export type ListedEndpoint = NamedEndpoint &
  Pick<api.EndpointView, 'type'> & { id: string; events: readonly string[] | null };

/** A merchant, a platform or a courier system, whose webhooks both apps show with the same components. */
export type WebhookOwner = {
  /** In the app's API. It is empty for the portal's own merchant. */
  path: string;
  /** The owner's pages are below it. */
  place: readonly string[];
  endpoints: Get<Page<ListedEndpoint>>;
  events: readonly AnyEvent[];
  /** Nothing is sent from here, and its orders and endpoints have no pages. */
  isOnlyRead?: true;
};

const deliveryPath = (owner: string, id: string): string => `${owner}/webhook-deliveries/${encodeURIComponent(id)}`;

export const endpointPath = (id: string, what = ''): string =>
  `${operator.value ? '/endpoints' : '/webhook-endpoints'}/${encodeURIComponent(id)}${what}`;

export const webhookReads = {
  deliveries: (owner: string, filter: DeliveryFilter) =>
    get<Page<api.DeliveryView>>(`${owner}/webhook-deliveries`, { limit: pageSize, ...filter }),
  delivery: (owner: string, id: string) => get<api.DeliveryWithAttempts>(deliveryPath(owner, id)),
  requests: (owner: string, id: string, customerData?: 'masked' | 'shown') =>
    get<api.SentRequests>(`${deliveryPath(owner, id)}/requests`, { customer_data: customerData }),
  /** The webhooks that enabling an endpoint, or its catch-up, would send. */
  waiting: (endpointId: string) => get<api.WebhookPreview>(endpointPath(endpointId, '/waiting')),
  replays: (owner: string) => get<Page<api.ReplayView>>(`${owner}/webhook-replays`, { limit: pageSize }),
};

/** Webhooks to send again: selected ones, or all of a range. */
export type Replayed = { delivery_ids: readonly string[] } | NewRange;

/** The operator’s name and reason; undefined for the merchant itself. */
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
  replay: (owner: string, replayed: Replayed, action: Action, shown: Shown) =>
    post(`${owner}/webhook-replays`, { ...action, ...replayed }, shown),
};
