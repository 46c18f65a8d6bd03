import type { FieldNotes } from './field-notes.js';
import { previewNotes, sinceNote, testEventNote } from './preview-notes.js';
import { historyNotes, oldKeyNote, sentRequestNotes, timeZoneNote, usageNotes } from './shared-notes.js';

const seen = {
  occurred_at:
    'When your system saw it, by its own clock; more than a day ahead is refused. Absent: the order of arrival counts.',
  source: 'Names the system whose clock that is. Absent: all who call without one count as one.',
};

const actionNotes = { by: 'Who does it.', reason: 'Why. Without customers’ data; the merchant does not see it.' };

const platformToken = {
  mode: 'The token is for merchants of this mode. Default: `live`.',
  scopes:
    '`merchants:read`: what reads. `merchants:write`: what changes. `webhooks:read` and `webhooks:write`: the same of events and webhooks.',
  expires_at: 'Absent or `null`: it lasts until it is revoked.',
};

export const operatorNotes: FieldNotes = {
  ...usageNotes,
  CreateMerchant: {
    platform: 'Name of the integrating platform, created when new. Absent: the merchant is a platform of its own.',
    mode: '`sandbox`: its couriers are simulated. It stays what it is made as. Default: `live`.',
    reference: 'Its id in the platform’s own system: one merchant of a platform, in each mode, has it.',
    time_zone: timeZoneNote,
    webhook_url:
      'Adds a webhook endpoint, enabled and without options. One that begins disabled, or has a `header` or `max_per_second`, the merchant adds itself by `POST /v1/webhook-endpoints`.',
    events: 'Of that endpoint. `null` or absent: the three standard ones.',
    ...actionNotes,
  },
  MerchantCreated: {
    key: 'Of the platform: the same for all of its merchants of this mode.',
    token: 'Shown in this answer and never again.',
    'webhook_endpoint.secret': 'Shown in this answer and never again.',
  },
  PatchMerchant: {
    '': 'Absent: stays as it is. At least one field is needed.',
    reference: '`null`: none.',
    create_per_minute: '`null`: the default of the service.',
    other_per_minute: '`null`: the default of the service.',
    tracking_page:
      'Whether an order without a tracking URL gets the address of a page of ours once a courier is on the way. It needs `PUBLIC_URL`.',
    time_zone: `${timeZoneNote} \`null\`: none.`,
    ...actionNotes,
  },
  CreateCourierSystem: {
    mode: 'It serves merchants of this mode alone, and stays what it is made as. Default: `live`.',
    merchants: '`all`: every merchant of its mode, also those to come.',
    ...actionNotes,
  },
  PatchCourierSystem: {
    '': 'Absent: stays as it is. At least one field is needed.',
    per_minute: '`null`: the default of the service.',
    ...actionNotes,
  },
  CourierSystem: { tokens: 'Active ones, oldest first. `last_used_at` is right to a minute.' },
  CourierSystemCreated: { token: 'Shown in this answer and never again.' },
  CourierTokenCreated: { token: 'Shown in this answer and never again.' },
  CreatePlatform: { ...platformToken, ...actionNotes },
  CreatePlatformToken: platformToken,
  RotateKey: { old_key_hours: oldKeyNote, mode: 'Of its merchants of this mode. Default: `live`.', ...actionNotes },
  PatchPlatform: {
    '': 'Absent: stays as it is. At least one field is needed.',
    per_minute: '`null`: the default of the service.',
    ...actionNotes,
  },
  Platform: {
    status: 'Of its own calls; its merchants go on.',
    keys: 'What its merchants send beside their tokens: one for each mode. `old_key_until`: until then the one before it works too.',
    tokens: 'Active ones, oldest first. `last_used_at` is right to a minute.',
  },
  PlatformCreated: { token: 'Shown in this answer and never again.' },
  PlatformTokenCreated: { token: 'Shown in this answer and never again.' },
  Merchant: {
    tokens: 'Active ones, oldest first.',
    disabled_by: 'What the operator disables, its platform cannot enable. `null`: it is active.',
    tracking_page: 'Whether its customers get a tracking page of ours where couriers have none.',
  },
  TokenCreated: { token: 'Shown in this answer and never again.' },
  ReportStatus: seen,
  ReportTrackingUrl: seen,
  ReportedOrder: { stale: 'The report took no effect: a later one of its source had taken effect before it.' },
  Timeline: { truncated: 'There was more than one answer shows; the newest of each kind are left out.' },
  MerchantListEntry: {
    last_order_at: 'When its newest order was created; `null`: none is kept.',
    'webhooks.health': 'Of the endpoint that is doing worst; `null`: it has none.',
    'webhooks.waiting': 'Deliveries that wait, counted to 10,000 for each endpoint.',
    'webhooks.untried': 'Nothing was ever sent to any of them.',
  },
  EndpointHealth: {
    '': '`paced`: what is due waits for `max_per_second` alone. `narrowed`: it did not answer lately, less may be in flight. `not_fetching`: a pull endpoint from which nothing fetches. `breaker_open`: one probe at a time. `disabled`: all is held.',
  },
  Activity: {
    'actor.name': 'Of a token as its holder gave it, of a merchant its own; `null`: none was given.',
    subject:
      '`type` is the first word of the action, or `queue` where it was of all dead letters of a queue with one reason.',
    'subject.name': 'As it is now, of an endpoint without one its URL; `null`: it has neither, or is gone.',
    detail: 'Which settings were changed, which messages, or which token of a courier’s system.',
    address: 'Of the caller.',
  },
  OperatorAction: actionNotes,
  OperatorCatchUp: { ...actionNotes, since: sinceNote },
  OperatorTest: { ...actionNotes, event: testEventNote },
  ...previewNotes,
  DeadLetterPreview: {
    token: 'For the header `Preview-Token` of the action.',
    messages: 'What it would touch, counted to 10,000.',
    left_out: 'Of a replay: those whose message was erased.',
    first_at: 'When the first of them was refused first.',
    last_at: 'When the last of them was refused last.',
  },
  PreviewDeadLetters: {
    '': '`dead_letter_id`, or `queue` and `refused_for`.',
    refused_for: 'The exact `reason` of the dead letters.',
  },
  SettleDeadLetters: { refused_for: 'The exact `reason` of the dead letters.', ...actionNotes },
  DeadLettersDone: { remaining: 'Left for another call, counted to 10,000.' },
  DeadLetter: {
    count: 'How often it was refused.',
    erased_at: 'When the message was erased: it cannot be replayed any more.',
  },
  DeadLetterMessage: {
    order_id: 'What the message says it is about. `null`: it does not say, or cannot be read.',
    body: 'JSON. `null`: it is no JSON object, or was erased.',
  },
  RequestErasure: {
    '': 'Exactly one of `order_id` and `phone`.',
    phone: 'As merchants send it: digits with the country and area code, if they send those. It is not kept.',
    merchant_id: 'With `phone`: orders of this merchant alone.',
    force: 'Also orders that are under way: their couriers no longer find out where to deliver.',
    by: 'Who asks.',
    reason: 'Why. Without customers’ data.',
  },
  Erasure: {
    '': 'The receipt.',
    requested_by: 'The operator who asked for it, and why.',
    'erased.events': 'Bodies of webhooks of those orders.',
    'erased.attempts': 'What receivers answered to them.',
    'erased.commands': 'What couriers and merchants said of them.',
    under_way_order_ids: 'Left as they are, because they are under way: ask again, or wait for `CUSTOMER_DATA_DAYS`.',
  },
  OperatorEndpoint: {
    window: 'How much may be in flight; with `probe_at` the breaker is open.',
    'secret.created_at': 'When the current secret came; `null`: longer ago than the log is kept.',
    'log[].reason': 'Who did it and why; of `changed`: which settings.',
    'secret.older_valid_until': 'Until when the one before it signs too; `null`: none does.',
  },
  CreatePortalLink: { scope: '`full`: what the portal can do; `read`: the session may look and change nothing.' },
  PortalLink: { url: 'Begins one session, once. Shown here and never again.' },
  Session: { person: 'Who signed in at the identity provider; `null`: it was begun with a token.' },
  SignInOptions: {
    oidc: '`null`: none is configured.',
    'oidc.name': 'The host of the identity provider.',
    'oidc.url': 'Where a browser begins.',
  },
  SessionList: { 'data[].current': 'Whether it is the session that asks; `false` in all where a token asks.' },
  EndpointHistory: historyNotes,
  OrderPosition: {
    at: '`null`: no position is known.',
    distance_m: 'To the customer, as the crow flies, to a hundred meters. `null`: the customer’s data was erased.',
    way_done:
      'The part of the way from the store to the customer that is done, from 0 to 1; 0 where no store is known. `null`: as `distance_m`.',
    places:
      'To a hundred meters. `null`: no position is known, or the caller lacks the role `customers_data`. The store is `null` where none is known, the door once the customer’s data was erased.',
  },
  OrderCustomer: { external_data: 'As the merchant sent it.' },
  SentRequests: sentRequestNotes,
  Status: {
    backlog: 'Each counted to 10,000. Only `due` can tell live from sandbox merchants.',
    partition_days_ahead:
      'Days after today that have partitions for the history of orders. A service at work keeps seven.',
    paced_endpoints: 'Active endpoints of live merchants whose due deliveries wait for their `max_per_second` alone.',
    not_fetching_endpoints: 'Live pull endpoints that something waits for, not fetched from for two minutes.',
    mails:
      'To merchants’ contacts. `on`: a mail server is configured. `given_up`: it took them not for a day. Each counted to 10,000.',
    retention_overdue_seconds:
      'For how long the oldest of what retention takes should have been gone: customers’ data by `CUSTOMER_DATA_DAYS`, orders by `RETENTION_DAYS`. 0: it keeps up.',
    replicas:
      'Processes of the three services. One that has said nothing for six seconds is `silent`; it is left out once it has said that it stops, or after an hour.',
    windows:
      'Active endpoints by window: as wide as their answers are worth, narrowed by time-outs or deferrals, with an open breaker.',
  },
  Audit: {
    '': 'Of live merchants; `sandbox` has the same of sandbox merchants.',
    balanced: 'matched = delivered + exhausted + skipped + held + waiting + in_flight + purged.',
    matched: 'Deliveries owed: counted when events are matched with endpoints, apart from the states.',
    oldest_overdue_seconds: 'Age of the oldest thing that should have been done and was not; 0: nothing is late.',
  },
};
