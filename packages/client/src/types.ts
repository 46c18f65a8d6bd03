import type { JsonText } from './json-text.js';
import type { components, operations } from './openapi.generated.js';

type Schemas = components['schemas'];
type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;
type FilterOf<Operation extends keyof operations> = Omit<QueryOf<Operation>, 'cursor' | 'limit'>;

/** `external_data` as a value, or as the very text that is to come back. */
export type NewOrder = Omit<Schemas['ExternalOrder'], 'external_data'> & {
  external_data?: Record<string, unknown> | JsonText | null;
};
/**
 * `external_data_text` is the sent text, byte for byte; `external_data` is the same parsed. `etag`: for a change that
 * is to be made only if no other was made since.
 */
export type Order = Schemas['Order'] & { external_data_text: string; etag: string };
/** Absent fields stay as they are; `null` removes a field. */
export type OrderChanges = Schemas['OrderChanges'];
export type OrderSummary = Schemas['OrderSummary'];
export type OrderListEntry = Schemas['OrderListEntry'];
export type Customer = Schemas['Customer'];
export type Address = Schemas['Address'];
export type Payment = Schemas['Payment'];
export type PaymentMethod = Schemas['PaymentMethod'];
export type Item = Schemas['Item'];
/** An event, or a refused command; only the first has an `event`. */
export type OrderEvent = Schemas['OrderEvent'];
export type CancelReason = NonNullable<Schemas['CancelRequest']['reason']>;
export type AnswerProblem = Schemas['AnswerProblem'];
type SandboxHeaders = NonNullable<operations['createOrder']['parameters']['header']>;
/**
 * For sandbox merchants: the scenario of the order, the speed as a multiple of people's (default 1), and a seed, with
 * which a scenario always takes the same course. A live merchant gets 400.
 */
export type SimulationSettings = {
  scenario?: NonNullable<SandboxHeaders['Sandbox-Scenario']>;
  speed?: number;
  seed?: string;
};
/**
 * `replayed`: the order was there before, with the same content. `ignored`: JSON Pointers to fields that the service
 * does not know and did not read, the first 20; `doubtful`: to those that it took, and that can hardly be meant so.
 */
export type OrderCreated = Schemas['OrderCreated'] & { replayed: boolean; ignored: string[]; doubtful: string[] };
/** The result of `validate`: `errors` like a create's, and `warnings` about probable mistakes. */
export type OrderValidation = Schemas['OrderValidation'];
/** Not `applied`: the change is durable and applied soon; a webhook follows when it is. */
export type OrderChange = { applied: true; order: OrderSummary } | { applied: false; order: Schemas['OrderAccepted'] };
/** Where the courier of an order was last, to a hundred meters. */
export type Position = Schemas['Position'];
/** `after`: the `at` of the position that is known. `wait`: seconds to wait for a newer one, at most 30. */
export type PositionFilter = QueryOf<'getOrderPosition'>;
export type OrderTimes = Schemas['OrderTimes'];
export type OrderTimesFilter = Omit<QueryOf<'getOrderTimes'>, 'format'>;
/** The events of an order, and their deliveries at each endpoint. */
export type OrderLanes = Schemas['OrderLanes'];
/** The reason why a delivery waits. */
export type WaitReason = Schemas['WaitReason'];
export type SearchResult = Schemas['SearchResult'];
export type Summary = Schemas['Summary'];
/** The merchant that key and token belong to. */
export type Session = Schemas['Session'];
export type OrderFilter = FilterOf<'listOrders'>;
/** `after`: the last `webhook-sequence` that you have; default 0. */
export type OrderEventFilter = { after?: number | string };

/** A mail address that is notified when webhooks do not arrive. */
export type Contact = Schemas['Contact'];
export type Activity = Schemas['Activity'];
/** `subject`: the id of an endpoint, store or token. */
export type ActivityFilter = FilterOf<'listOwnActivity'>;
export type MerchantSettings = Schemas['Settings'];

/** A till that calls with access tokens. */
export type OAuthClient = Schemas['OAuthClient'];
/** The only answer that shows the secret: keep it. */
export type OAuthClientCreated = Schemas['OAuthClientCreated'];

/** Where couriers fetch orders. */
export type Store = Schemas['Store'];
/** Without `default` it is not the default store. */
export type StoreSettings = Omit<Store, 'ref' | 'default'> & Partial<Pick<Store, 'default'>>;

/** Absent settings stay as they are. */
export type EndpointChanges = Schemas['EndpointChanges'];
/** `enabled: false`: it begins disabled, and its deliveries are held. */
export type NewEndpoint = EndpointChanges & Partial<Pick<Schemas['CreateEndpoint'], 'format' | 'signature'>>;
/** `changed`: settings that were others before. `secret`: only of a new endpoint; keep it. */
export type EnsuredEndpoint = Schemas['EnsuredEndpoint'];
export type EndpointHeader = Schemas['EndpointHeader'];
export type Endpoint = Schemas['Endpoint'];
/** The only answers that show a secret: keep it. `null`: `public_key` verifies instead. */
export type EndpointWithSecret = Schemas['EndpointWithSecret'];
/** A webhook as it would have been posted: verify it as one. */
export type PulledMessage = Schemas['PulledMessage'];
/** `unknown`: ids of no message that the endpoint ever handed out. */
export type Acked = Schemas['AckResult'];
export type EndpointHistory = Schemas['EndpointHistory'];
/** Public keys, each with the endpoint whose webhooks it verifies. */
export type WebhookKeys = Schemas['WebhookKeys'];
export type RotatedSecret = Schemas['RotateSecret'];
export type EndpointTest = Schemas['EndpointTest'];
export type EndpointTestSettings = Schemas['TestEndpoint'];
export type EndpointTestStarted = Schemas['EndpointTestStarted'];

/** `cursor` goes on behind it. */
export type FeedEvent = Schemas['FeedEvent'];
/** `next_cursor` is where to go on, also after an empty page. */
export type FeedPage = Schemas['FeedPage'];
/** Absent: the three standard events. */
export type FeedFilter = { events?: Schemas['WebhookEvent'][] };

export type Delivery = Schemas['WebhookDelivery'];
export type DeliveryWithAttempts = Schemas['WebhookDeliveryWithAttempts'];
/** The posted requests by attempt, the newest first. */
export type SentRequests = Schemas['SentRequests'];
export type DeliveryFilter = FilterOf<'listWebhookDeliveries'>;
export type NewReplay = Schemas['CreateReplay'];
export type Replay = Schemas['Replay'];
/** The webhooks that an action would send, and the `token` with which it is refused if they have changed. */
export type WebhookPreview = Schemas['WebhookPreview'];
export type ReplayPreview = Schemas['ReplayPreview'];

export type SandboxOrder = Schemas['SandboxOrder'];
export type SandboxAdvance = Schemas['AdvanceSandboxOrder'];
/** Faults to test a receiver with. */
export type Fault = Schemas['FaultKind'];

export type FieldError = Schemas['FieldError'];
export type ProblemDetails = Schemas['Problem'];
