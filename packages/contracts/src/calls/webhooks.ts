import { type CourierEvent, courierEvents, type EndpointEvent, type WebhookEvent, webhookEvents } from '../events.js';
import { courierEventBody } from './courier-examples.js';
import { operationalExamples } from './endpoint-example.js';
import { eventBodyExamples } from './order-examples.js';
import { type JsonObject, merchantId } from './parameters.js';

/** The webhook of one event, as data. `schema`: of its body. */
export type Webhook = { event: EndpointEvent; id: string; summary: string; schema: string; example: JsonObject };

const header = (name: string, description: string, schema: JsonObject, example: string | number): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
});

const fromOne: JsonObject = { type: 'integer', minimum: 1 };

/** In the requests of every webhook. */
export const webhookHeaders: readonly JsonObject[] = [
  header(
    'webhook-id',
    'Equal for every repeat of one event to one endpoint: drop the ids that you have seen.',
    { type: 'string' },
    'msg_2Lh9KRb0pzN4LePd3XiA4v12Axj',
  ),
  header(
    'webhook-timestamp',
    'When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.',
    { type: 'integer' },
    1769884867,
  ),
  header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over ' +
      '`{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.',
    { type: 'string' },
    'v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=',
  ),
  header('webhook-attempt', 'Which attempt this is, from 1.', fromOne, 1),
  header('webhook-sequence', 'Place of the event in its order, or among those about one endpoint, from 1.', fromOne, 2),
  header(
    'webhook-previous-sequence',
    'The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.',
    { type: 'integer', minimum: 0 },
    1,
  ),
  {
    ...header(
      'webhook-replay',
      'Only where it was asked to be sent again: the id of the replay.',
      { type: 'string', format: 'uuid' },
      '019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9',
    ),
    required: false,
  },
  {
    ...header(
      'webhook-mode',
      '`sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.',
      { type: 'string', enum: ['sandbox'] },
      'sandbox',
    ),
    required: false,
  },
  {
    ...header(
      'webhook-test',
      '`true` for a test that was asked for, and only there: an example about no order, sent once.',
      { type: 'string', enum: ['true'] },
      'true',
    ),
    required: false,
  },
];

/** Those to platforms say whose they are. */
export const platformWebhookHeaders: readonly JsonObject[] = [
  ...webhookHeaders,
  header('webhook-merchant', 'The merchant that it is about: its `merchant_id`.', { type: 'string' }, merchantId),
  {
    ...header(
      'webhook-merchant-reference',
      'Its `reference`, percent-encoded, where it has one.',
      { type: 'string' },
      'loja-12',
    ),
    required: false,
  },
];

/** `status_changed` as `StatusChanged`. */
const pascalCase = (event: EndpointEvent): string =>
  event.replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());

const summaries: Readonly<Record<WebhookEvent, string>> = {
  status_changed: 'The status of an order changed',
  delivery_requested: 'An order became ready',
  tracking_url_added: 'An order can be tracked',
  order_changed: 'The content of an order changed; only for endpoints that name this event',
  order_due: 'It is time to prepare an order; only for endpoints that name this event',
  order_late:
    'An order has not come to a step in time, once for a `delivery_time`; only for endpoints that name this event',
  courier_assigned: 'A courier is named, or another one is; only for endpoints that name this event',
  courier_unassigned: 'The courier gave an order back; only for endpoints that name this event',
  courier_not_found: 'No courier accepts an order that is ready; only for endpoints that name this event',
  eta_changed: 'The courier is expected at another time; only for endpoints that name this event',
  proof_added: 'A proof of the delivery was added; only for endpoints that name this event',
  customer_erased: 'The customer’s data of an order was erased; only for endpoints that name this event',
  delivery_problem: 'A courier has a problem that you can answer; only for endpoints that name this event',
  endpoint_failing: 'An endpoint fails; only for other endpoints that name this event',
  endpoint_recovered: 'An endpoint that failed answers again; only for other endpoints that name this event',
  endpoint_disabled: 'The system disabled an endpoint; only for other endpoints that name this event',
  endpoint_not_fetching: 'Nothing fetches from a pull endpoint; only for other endpoints that name this event',
  endpoint_fetching: 'A pull endpoint is fetched from again; only for other endpoints that name this event',
  delivery_exhausted:
    'Webhooks to an endpoint were given up; at most one an hour; only for other endpoints that name this event',
  rate_limited:
    'Calls of the merchant were refused with 429; at most one an hour; only for endpoints that name this event',
};

const examples: Readonly<Record<WebhookEvent, JsonObject>> = { ...eventBodyExamples, ...operationalExamples };

/** To merchants' own servers, and to those of platforms. */
export const merchantWebhooks: readonly Webhook[] = webhookEvents.map((event) => ({
  event,
  id: `on${pascalCase(event)}`,
  summary: summaries[event],
  // `OrderDue` is the times of an order.
  schema: event === 'order_due' ? 'OrderDueReached' : pascalCase(event),
  example: examples[event],
}));

const courierSummaries: Readonly<Record<CourierEvent, string>> = {
  delivery_offered: 'A delivery is ready, and open to you',
  delivery_changed: 'A delivery of yours has changed',
  delivery_withdrawn: 'A delivery is open to you, or yours, no more',
  delivery_erased: 'The customer’s data of a delivery was erased; only for endpoints that name this event',
  problem_answered: 'The merchant has answered a problem of yours',
};

/** The webhooks to couriers' systems. */
export const courierWebhooks: readonly Webhook[] = courierEvents.map((event) => ({
  event,
  id: `on${pascalCase(event)}`,
  summary: courierSummaries[event],
  schema: 'DeliveryEvent',
  example: courierEventBody(event),
}));
