import type { FieldNotes } from './field-notes.js';

const occurredAt = 'When you saw it, by your own clock, at most a day ahead. Absent: the order of arrival counts.';

export const courierNotes: FieldNotes = {
  OrderId: { '': 'The same id as the merchant’s.' },
  DeliveryState: { '': '`open`: you may accept it. `mine`: you have it.' },
  Delivery: {
    '': 'An order as couriers see it. What was erased is `null`.',
    'pickup.store': 'Where to fetch it; `null`: the merchant has named no place.',
    collect: 'What is collected at the door, in cents; `null`: it was erased.',
    handover_required: 'Whether the customer has a code for you, which you have not told yet.',
    customer: '`null` while the delivery is open: only the system that has it is told.',
  },
  DeliverySummary: { stale: '`true`: a later report of yours was there before, and this one changed nothing.' },
  Event: { delivery: 'As it is now; `null`: it is neither open to you nor yours any more.' },
  ReportStatus: { occurred_at: occurredAt },
  ReportTrackingUrl: { occurred_at: occurredAt },
  NameCourier: { occurred_at: occurredAt },
  Position: { at: 'When, by your own clock, at most a day ahead. Absent: now.' },
  PositionResult: {
    delivery_id: '`null`: the entry has none that could be one.',
    code: 'Why it was not taken. `order_not_found`: it is not yours. `stale_report`: a later one is known.',
  },
  ReportEta: { '': 'At least one of both.', occurred_at: occurredAt },
};
