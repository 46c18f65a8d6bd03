import {
  type CourierEventBody,
  courierEvents,
  type Eta,
  type OperationalBody,
  operationalEvents,
  type OrderDue,
  type Reason,
  type WebhookBody,
} from '@delivery/contracts';

/** The value that stays; `undefined` removes the field. */
type Eraser = (value: unknown) => unknown;

type FieldOf<Body> = Body extends unknown ? keyof Body : never;
/** An allow-list that the compiler checks: a new field of a body does not compile until this file decides about it. */
type Erasers<Body> = Readonly<Record<FieldOf<Body>, Eraser>>;

const keep: Eraser = (value) => value;
const remove: Eraser = () => undefined;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** In the order of the body. A field that no eraser names is removed. */
const eraseFields = (value: unknown, erasers: Readonly<Record<string, Eraser>>): object =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, field]: [string, unknown]) => {
      const kept = Object.hasOwn(erasers, name) ? erasers[name]?.(field) : undefined;
      return kept === undefined ? [] : [[name, kept]];
    }),
  );

/** For a field that is an object: decides about each of its fields. */
const fields =
  <Value>(erasers: Erasers<Value>): Eraser =>
  (value) =>
    eraseFields(value, erasers);

const common: Erasers<Extract<WebhookBody, { event: 'delivery_requested' }>> = {
  id: keep,
  external_id: keep,
  display_id: keep,
  status: keep,
  updated_at: keep,
  external_data: () => ({}),
  event: keep,
};
const due = fields<OrderDue>({ ready_by: keep, picked_up_by: keep, delivered_by: keep });

/** Valid as a URL, and leads nowhere (RFC 2606): `tracking_url_added` must not lack its eighth field. */
const erasedTrackingUrl = 'https://erased.invalid/';

/**
 * A tracking URL may lead to the customer's name and address. The words of a reason and a courier's name are personal;
 * a reason's code is for machines.
 */
const ofOrders: { readonly [Event in WebhookBody['event']]: Erasers<Extract<WebhookBody, { event: Event }>> } = {
  status_changed: {
    ...common,
    previous_status: keep,
    reason: fields<Reason>({ code: keep, message: remove }),
    tracking_url: remove,
  },
  delivery_requested: common,
  tracking_url_added: { ...common, tracking_url: () => erasedTrackingUrl },
  order_changed: { ...common, changed: keep },
  order_due: { ...common, due },
  order_late: { ...common, missed: keep, due },
  courier_assigned: { ...common, courier: fields<Courier>({ name: () => null, vehicle: keep }) },
  courier_unassigned: common,
  courier_not_found: common,
  eta_changed: { ...common, eta: fields<Eta>({ pickup_at: keep, delivery_at: keep }) },
  proof_added: { ...common, kind: keep },
  customer_erased: common,
  delivery_problem: { ...common, problem_id: keep, kind: keep },
};
type Courier = Extract<WebhookBody, { event: 'courier_assigned' }>['courier'];

const ofCouriers: Erasers<CourierEventBody> = {
  event: keep,
  delivery_id: keep,
  status: keep,
  updated_at: keep,
  reason: keep,
  problem_id: keep,
  action: keep,
};

/** About endpoints and calls of a merchant: no customer is in them. */
const ofOperations: Erasers<OperationalBody> = {
  id: keep,
  updated_at: keep,
  since: keep,
  event: keep,
  endpoint: keep,
  portal_url: keep,
  error_code: keep,
  disabled_reason: keep,
  count: keep,
  delivery_ids: keep,
  limits: keep,
};

const byEvent: ReadonlyMap<unknown, Readonly<Record<string, Eraser>>> = new Map<
  unknown,
  Readonly<Record<string, Eraser>>
>([
  ...Object.entries(ofOrders),
  ...courierEvents.map((event) => [event, ofCouriers] as const),
  ...operationalEvents.map((event) => [event, ofOperations] as const),
]);

/**
 * The body of an event without data that may be the customer's or a courier's. All else stays as it was, in its order.
 * Pure.
 */
export const eraseBody = (body: string): string => {
  const event: unknown = JSON.parse(body);
  const name = isObject(event) && 'event' in event ? event.event : undefined;
  return JSON.stringify(eraseFields(event, byEvent.get(name) ?? common));
};

/**
 * The body without the courier's name. It is at the body's end, in our own text: the merchant's text before it stays
 * byte for byte.
 */
export const eraseCourierName = (body: string): string =>
  body.replace(/("courier":\{"name":)"(?:[^"\\]|\\.)*"(,"vehicle":"[a-z]+"\}\})$/, '$1null$2');
