import { renamed } from '../calls/courier-webhook-calls.js';
import type { FieldNotes } from './field-notes.js';
import { webhookNotes } from './webhook-schema-names.js';

const claim = {
  claim_id: 'Of the accept under which you say it: 409 where you have accepted again since. Absent: of any.',
};
const said = {
  ...claim,
  occurred_at: 'When you saw it, by your own clock, at most a day ahead. Absent: the order of arrival counts.',
};

const ofWebhooks = Object.fromEntries(
  Object.entries(webhookNotes).map(([name, notes]) => [renamed[name] ?? name, notes]),
);

const asked = 'Which events to send. `null` or absent: all.';

export const courierNotes: FieldNotes = {
  ...ofWebhooks,
  CreateEndpoint: { ...ofWebhooks['CreateEndpoint'], events: asked },
  EndpointSettings: { ...ofWebhooks['EndpointSettings'], events: asked },
  EndpointChanges: { ...ofWebhooks['EndpointChanges'], events: 'Which events to send. `null`: all.' },
  Endpoint: {
    ...ofWebhooks['Endpoint'],
    events: '`null`: all.',
    disabled_reason:
      '`requested`, `operator` (our support did it), `system_disabled` (with your system), `gone` (it answered 410) or `failing` (five days without success).',
    format: 'Of merchants alone: always `standard_webhooks`.',
    oauth_client_id: 'Of merchants alone: `null`.',
    fault: 'Of merchants alone: `null`.',
    last_fault: 'Of merchants alone: `null`.',
  },
  WebhookDelivery: { ...ofWebhooks['WebhookDelivery'], order_id: 'The delivery that it tells of.' },
  DeliveryEvent: {
    '': 'What has happened, without the delivery itself: read it by its id.',
    delivery_id: 'Of the delivery: `GET /courier/v1/deliveries/{id}` shows it to those who may see it.',
    reason: 'Of `delivery_withdrawn`.',
  },
  OrderId: { '': 'The same id as the merchant’s.' },
  DeliveryState: { '': '`open`: you may accept it. `mine`: you have it.' },
  Delivery: {
    '': 'An order as couriers see it. What was erased is `null`.',
    claim_id: 'Of your claim; `null`: it is open.',
    'pickup.store': 'Where to fetch it; `null`: the merchant has named no place.',
    collect: 'What is collected at the door, in cents; `null`: it was erased.',
    handover_required: 'Whether the customer has a code for you, which you have not told yet.',
    sandbox:
      'What its merchant wants simulated couriers to do with it, and since when it is `ready`; `null`: it is live.',
    customer: '`null` while the delivery is open: only the system that has it is told.',
  },
  DeliverySummary: {
    claim_id: 'Of your claim; `null`: you do not have the delivery.',
    stale: '`true`: a later report of yours was there before, and this one changed nothing.',
  },
  ReleaseDelivery: { claim_id: 'Of the accept that you take back.' },
  Event: { delivery: 'As it is now; `null`: it is neither open to you nor yours any more.' },
  ReportStatus: said,
  ReportTrackingUrl: said,
  NameCourier: said,
  Position: { at: 'When, by your own clock, at most a day ahead. Absent: now.' },
  PositionResult: {
    delivery_id: '`null`: the entry has none that could be one.',
    code: 'Why it was not taken. `order_not_found`: it is not yours. `stale_report`: a later one is known.',
  },
  ReportHandover: {
    '': '`code`, `proof` or both.',
    ...claim,
    proof: 'A link to a picture or a signature, which the merchant alone is shown until it expires.',
  },
  ReportEta: { '': 'At least one of both.', ...said },
};
