import { errorCodeNote, errorDetailNote, scenarioNote } from './contract-tables.js';
import { endpointNotes } from './endpoint-notes.js';
import type { FieldNotes } from './field-notes.js';
import { previewNotes, testEventNote } from './preview-notes.js';
import { historyNotes, sentRequestNotes } from './shared-notes.js';

const commonBody = {
  id: 'The order.',
  external_id: 'As given at creation.',
  display_id: 'As given at creation.',
  status: 'Status when the event happened.',
  updated_at: 'When the event happened, UTC with milliseconds. Strictly rises per order.',
  external_data: 'As given at creation, the very same text. `{}` when none was given.',
};

const notOfOrderNote = 'Of an event about an endpoint the `id` of its body, which no order has.';

const updatedAtNote = 'When it was found, UTC with milliseconds.';

const operationalBody = {
  id: 'The same in all events about one endpoint, as an order’s id is in those of the order. No order has it.',
  updated_at: updatedAtNote,
  'endpoint.origin': 'Of its URL; `null`: a pull endpoint.',
  since: 'Since when the endpoint is, or was, so.',
  portal_url: 'Its page in the portal. Absent: the installation has none that it knows of.',
};

const orderTimes = {
  due: '`null`: it has no `delivery_time`.',
  late_since: 'When it should have come to its next step; `null`: it is in time, has no `delivery_time`, or is final.',
};

const inFeed = {
  cursor: 'Give it as `after`, and the feed goes on behind this event.',
  sequence: 'Place of the event in its order, from 1: the `webhook-sequence`.',
  body: 'Of its webhook, as it was or will be sent.',
};

const waitNote = [
  '`predecessor`: the one before it in its lane is not settled.',
  '`retry`: its next attempt is due `until`.',
  '`held`: the endpoint is disabled, or deleted.',
  '`probe`: the endpoint does not answer, so one at a time is tried, next at `until`.',
  '`window`: as many as the endpoint takes at once are under way.',
  '`pace`: `max_per_second` lets the next one go at `until`.',
  '`release`, `publish`: it is about to go.',
  '`answer`: it is being sent.',
  '`fetch`: its pull endpoint has not fetched it.',
  '`ack`: it was fetched and is not acked; at `until` it comes again.',
].join(' ');

const addressNotes = {
  country: 'ISO 3166-1 alpha-2, e.g. `BR`.',
  number: 'Text, so that `S/N` is possible.',
  state: 'May be absent where a country has none.',
};

const storeDefaultNote =
  'Orders that name no store are fetched here. A merchant has one default: setting it takes it from the other.';

export const merchantNotes: FieldNotes = {
  OrderId: { '': 'Assigned by the service: 24 hexadecimal characters.' },
  SandboxScenario: { '': scenarioNote },
  SandboxOrder: {
    ignored: 'What of its create was not read, as `Ignored-Fields` and `Ignored-Fields-Count` named it.',
    manual_since: 'Since when you move it and simulated couriers leave it alone; `null`: they move it.',
    'next.may': 'What may come next; none: the status is final.',
    'next.advance': 'What an empty advance does; `null`: nothing, the status is final.',
    'next.scenario': 'What the scenario would do; `null`: nothing more, or the order has left its way.',
  },
  AdvanceSandboxOrder: { '': 'Without `to`: the next step to `delivered`.', reason: 'Goes with `to` alone.' },
  FaultKind: {
    '': '`wrong_signature`, `stale_timestamp` (10 minutes old): sent once, then the right one. `duplicate`: the right one, then the very same again. `gap`: the next event of the order ahead of this one, and again in its turn. `exhaust`: the next webhook that fails is `exhausted` after that attempt.',
  },
  PendingFault: { at: 'When it was asked for.' },
  FaultResult: {
    webhook_id: 'Of the faulty webhook.',
    status_code: 'What the faulty one was answered; `null`: nothing.',
    handled:
      '`true` where a `wrong_signature` or `stale_timestamp` was refused with 4xx; where both of a `duplicate` were answered 2xx; where the one ahead of a `gap` was answered 2xx or 4xx, and the one that it overtook 2xx; where the webhook of an `exhaust` was not taken.',
  },
  OrderCreated: { '': 'The id is yours to keep: every other call takes it.' },
  OrderChanges: {
    '': 'What is absent stays as it is; `null` takes a field away. Fields that are not here are never changed: cancel the order, and create another.',
    payment: 'As a whole.',
    'address.coordinates': 'As a whole.',
    items: 'As a whole, with their `notes`.',
  },
  OrderValidation: {
    valid: 'Whether creation would take the body.',
    errors: 'As in the problem that creation would be answered with.',
    warnings:
      'Accepted as they are, and probably mistakes: `unknown_field`, `coordinates_swapped`, `coordinates_outside_country`, `delivery_time_in_past`.',
  },
  OrderAccepted: { '': 'Taken and durable; it will be applied.' },
  ExternalOrder: {
    '': 'An order to be delivered. Unknown fields are not read, and named in `Ignored-Fields` of the answer. `null`, `""`, `[]`, `{}` and absent are the same for a field that may be absent.',
    external_id: 'Your id of the order. Unique per merchant, also when the order is gone: it makes repeating safe.',
    display_id: 'The short number that people say. Comes back unchanged.',
    items: 'May be absent or empty.',
    store_ref:
      'The store where couriers fetch it; absent: your default. It may be added later: until then `store` of the order is `null`.',
    handover:
      'The code that the customer tells the courier at the door: 4 to 8 digits, or `generate` for six digits that you read on the order. Absent: none.',
    external_data: 'Yours: at most 8 KiB of JSON, comes back in every webhook as the very text that was sent.',
    delivery_time:
      'RFC 3339 with any offset; comes back in UTC with `Z`. At most 30 days ahead; a time in the past is accepted, and named in `Doubtful-Fields` where it passed more than a day ago.',
  },
  StoreRef: { '': 'Your own name of the store.' },
  StoreSettings: { '': 'The whole store.', default: storeDefaultNote },
  Store: { '': 'Where couriers fetch orders.', default: storeDefaultNote },
  Customer: {
    phone: '8 to 15 digits. A masked 0800 number is fine: put its code into `localizer` of `extras`.',
  },
  Address: addressNotes,
  StoreAddress: { ...addressNotes, coordinates: 'Decimal degrees. Not 0, 0.' },
  Coordinates: { '': 'Decimal degrees. Not 0, 0.' },
  Payment: {
    prepaid: 'Already paid, in cents. Equals the sum of the ONLINE methods.',
    pending: 'To be collected at the door, in cents. Equals the sum of the OFFLINE methods.',
    methods: 'May be `[]` when nothing is due. The values add up to `prepaid` + `pending`.',
  },
  PaymentMethod: {
    value: 'In cents.',
    type: 'ONLINE: already paid. OFFLINE: paid at the door; CASH always is.',
    cash: 'Only with method CASH.',
  },
  Cash: { change_for: 'What the customer pays with, in cents. Not below `value`; 0: no change is needed.' },
  Extras: {
    origin: 'Name of the platform where the order came from.',
    localizer: 'Code to enter when the phone is a masked 0800 number.',
    central: 'Telephone number of a central.',
    order_id: 'Id of the order in that platform.',
  },
  Reason: {
    code: 'Stable and machine-readable.',
    message: 'For people. Must not contain customers’ data: it is sent in webhooks.',
  },
  OrderDue: {
    '': 'By when the order should have come to each step, counted back from its `delivery_time`.',
    delivered_by: 'Its `delivery_time`.',
  },
  OrderListEntry: orderTimes,
  OrderSummary: { updated_at: 'UTC with milliseconds. Strictly rises per order.' },
  Order: {
    '': 'The order as it was sent, with its status. Customers’ data is erased some time after the final status.',
    store: 'As it is now: that of `store_ref`, else your default. `null`: there is none yet, or the data was erased.',
    courier: 'Who brings it, where the courier’s system says so. The name is erased a day after the end.',
    courier_system: 'The company whose couriers bring it. `null`: none has accepted it.',
    no_courier_since:
      'When `courier_not_found` was told; `null`: it was not, or a courier’s system has accepted the order.',
    eta: 'When the courier expects to be at the store (`pickup_at`) and at the customer’s (`delivery_at`), where it is told.',
    handover:
      'The code for the customer, and whether the courier has told it: `open`, `confirmed`, or `locked` after five wrong ones. `null`: there is none, or it was erased.',
    proof:
      'A link to what shows that it was handed over, as the courier’s system keeps it. `null`: there is none, or it has expired or been erased.',
    reason: 'Why it was canceled or not delivered.',
    ...orderTimes,
  },
  Position: {
    '': 'Where the courier was last, to a hundred meters.',
    distance_m: 'To the customer, as the crow flies. `null`: the customer’s data was erased.',
    way_done:
      'The part of the way from the store to the customer that is done, from 0 to 1; 0 where no store is known. `null`: as `distance_m`.',
  },
  OrderCommand: {
    '': 'What was asked of the order, by you or by a courier, and what came of it.',
    outcome: '`unchanged`: it was so already. `parked`: it waits for the order, and is applied then.',
    after_sequence: 'The last sequence of the order then: its place among the events.',
  },
  WaitReason: {
    reason: waitNote,
    sequence: 'With `predecessor`: the first one in the lane that is not settled.',
    detail: 'With `held`: why the endpoint is disabled, or `deleted`: what waits for it is about to be skipped.',
  },
  LaneDelivery: {
    waits_for: '`null`: it is settled.',
    received_at: 'When what caused the event was received; `null`: it is not known any more.',
    applied_at: 'When what caused the event was applied; `null`: it is not known any more.',
    released_at: 'The last time that it was given to be sent.',
  },
  LaneEndpoint: { url: 'Values of the query are masked. `null`: a pull endpoint.' },
  OrderLanes: { truncated: 'There was more than one answer shows: the newest is left out.' },
  EndpointHealth: {
    '': '`paced`: what is due waits for `max_per_second` alone. `narrowed`: it did not answer lately, so less is sent at once. `not_fetching`: a pull endpoint from which nothing fetches. `breaker_open`: it does not answer, so one at a time is tried. `disabled`: it is disabled or deleted, and nothing is sent.',
  },
  Summary: {
    since: 'What was created from then on is counted: the last 24 hours.',
    'orders.by_status': 'By the status that they have now; a status without orders is absent.',
    'orders.truncated': 'There were more: the newest 10,000 were counted.',
    late_orders: 'Orders under way that are late, whenever they were created, counted to 10,000.',
    'deliveries.by_state': 'By the state that they have now, replays included; a state without deliveries is absent.',
    'deliveries.truncated': 'There were more: the newest 10,000 were counted.',
  },
  FoundOrder: { found_by: '`webhook_id`: the order that the webhook tells of. `phone`: its customer’s.' },
  SearchResult: {
    purged: 'Where nothing is found: what was asked for, by its id or `external_id`, and is kept no longer.',
    'purged[].purged_on': 'A day of UTC.',
    truncated: 'There are more.',
  },
  Session: {
    scope: '`read`: the session was begun with a portal link for reading, and changes nothing.',
    expires_at: '`null`: key and token were sent, which is no session.',
  },
  EmittedStatusChanged: { body: 'Of its webhook, as it was or will be sent.' },
  EmittedDeliveryRequested: { body: 'Of its webhook, as it was or will be sent.' },
  EmittedTrackingUrlAdded: { body: 'Of its webhook, as it was or will be sent.' },
  EmittedEvent: { '': 'An event that happened, with its place in the order and its deliveries.' },
  RefusedCommand: {
    '': 'What was asked of the order and refused. It has no `event` and changed nothing.',
    after_sequence: 'The last sequence of the order at that time: its place among the events.',
    refused: 'The type of the message that was refused.',
  },
  FeedOperational: { ...inFeed, order_id: notOfOrderNote },
  FeedStatusChanged: inFeed,
  FeedDeliveryRequested: inFeed,
  FeedTrackingUrlAdded: inFeed,
  FeedEvent: {
    '': 'An event among all of yours: the one whose webhook has this order and this sequence.',
  },
  FeedPage: {
    next_cursor:
      'Give it as `after` for what comes next. Never `null`: where nothing was there it says where to go on.',
    has_more: '`true`: read on at once.',
  },
  OrderEventList: { next_cursor: 'Give it as `after` for the next page; `null` on the last one.' },
  OrderList: { next_cursor: 'Give it as `cursor` for the next page; `null` on the last one.' },
  DeliveryList: { next_cursor: 'Give it as `cursor` for the next page; `null` on the last one.' },
  ReplayList: { next_cursor: 'Give it as `cursor` for the next page; `null` on the last one.' },
  EndpointList: { next_cursor: 'Always `null`: there are at most five.' },
  ...endpointNotes,
  Delivery: {
    '': 'One event for one endpoint.',
    order_id: `${notOfOrderNote} Else the order.`,
    webhook_id: 'As the header `webhook-id` says. A replay has that of the delivery that it repeats.',
    state: '`held`: its endpoint is disabled. `exhausted`: every attempt failed. `skipped`: the endpoint was deleted.',
    replay_id: 'Not null: this is the repeat of another delivery, sent by that replay.',
    next_attempt_at: '`null` unless it waits for its time.',
    last_error_code: errorCodeNote,
  },
  SentRequests: sentRequestNotes,
  EndpointTest: {
    '': 'It went well when `error_code` is `null`.',
    error_code: errorCodeNote,
    error_detail: errorDetailNote,
  },
  EndpointHistory: historyNotes,
  TestEndpoint: { event: testEventNote },
  EndpointTestStarted: { '': 'Under way: read the endpoint’s `last_test`.' },
  PulledMessage: {
    '': 'A webhook, to be taken as if it had been posted.',
    id: 'Of the delivery: what you ack.',
    attempt: 'As the header `webhook-attempt` says.',
    headers: 'Exactly those of a webhook, the signature among them; names in lower case.',
    body: 'The text that is signed.',
    visible_until: 'Not acked by then, it comes again.',
  },
  PulledMessageList: {
    data: 'Of different orders, or of replays: an order’s next event comes once the one before is acked.',
  },
  Ack: { ids: 'Of messages that were fetched, 100 at most.' },
  AckResult: {
    acked: 'These do not come again.',
    unknown: 'No message that this endpoint ever handed out has these ids.',
  },
  ...previewNotes,
  Replay: {
    delivery_id: 'The one delivery that is sent again; `null`: a range, or several that were named.',
    since: '`null`: deliveries were named.',
    total: 'Deliveries to send again; `null`: not counted yet.',
    queued: 'Of those, how many have been queued.',
    settled: 'Of the queued ones, how many have come to an end.',
  },
  Attempt: {
    replay_id: 'Not null: made by a replay.',
    error_code: errorCodeNote,
    error_detail: errorDetailNote,
    response_excerpt: 'At most 1 KB, control characters escaped.',
  },
  StatusChanged: {
    '': 'The order has another status. Not sent for its creation.',
    ...commonBody,
    reason: 'With canceled and delivery_failed, where one was given.',
    tracking_url: 'When it is known.',
  },
  DeliveryRequested: { '': 'The order became ready: a courier is asked for.', ...commonBody },
  TrackingUrlAdded: { '': 'The tracking URL was set, or replaced by another.', ...commonBody },
  EndpointFailing: {
    '': 'An endpoint has failed for a quarter of an hour, at least three times.',
    ...operationalBody,
    error_code: errorCodeNote,
  },
  EndpointRecovered: { '': 'The endpoint has answered with 2xx again.', ...operationalBody },
  EndpointDisabled: {
    '': 'The system has disabled an endpoint: its webhooks are held.',
    ...operationalBody,
    disabled_reason: '`gone`: it answered 410. `failing`: it failed for five days.',
  },
  EndpointNotFetching: {
    '': 'Something has waited for a pull endpoint for a quarter of an hour, and nothing fetched it.',
    ...operationalBody,
  },
  EndpointFetching: { '': 'The pull endpoint is fetched from again.', ...operationalBody },
  DeliveryExhausted: {
    '': 'Webhooks to an endpoint were given up, `exhausted`: at most one digest an hour and endpoint.',
    ...operationalBody,
    since: 'When the first of them was given up.',
    count: 'How many since then.',
    delivery_ids: 'The first ten at most.',
    error_code: errorCodeNote,
  },
  RateLimited: {
    '': 'Calls of the merchant were refused with 429: at most one digest an hour.',
    id: 'The same in all of the merchant’s digests. No order has it.',
    updated_at: updatedAtNote,
    since: 'When the first of them was refused.',
    'limits[].limit': 'As the answers name it: in `RateLimit`.',
    'limits[].count': 'How many calls it refused since then.',
  },
  FieldError: {
    pointer: 'RFC 6901 JSON Pointer into the body; empty for the body itself.',
    code: 'Stable and machine-readable.',
    message: 'What was expected.',
  },
  Problem: {
    '': 'Problem details of RFC 9457. Decide by `code`.',
    code: 'Stable and machine-readable: see the table of errors. More may come; treat an unknown one by `status`.',
    detail: 'For people. Never repeats what was sent.',
    message: 'The same as `detail`.',
    request_id: 'The same as the header `x-request-id`. Tell it to support.',
    errors: 'Every faulty field at once.',
    order_id: 'Of `external_id_conflict`: the order that has this `external_id`.',
  },
};
