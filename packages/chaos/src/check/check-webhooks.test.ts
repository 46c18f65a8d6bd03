import { describe, expect, it } from '@jest/globals';
import type { OrderStatus } from '@delivery/contracts';
import type { ReceivedWebhook } from '../record.js';
import { checkWebhooks, type KnownEvent } from './check-webhooks.js';

const events: KnownEvent[] = [
  { sequence: 1, event: 'status_changed' },
  { sequence: 2, event: 'delivery_requested' },
  { sequence: 3, event: 'status_changed' },
];

const common = {
  id: '0123456789abcdef01234567',
  external_id: 'a',
  display_id: '1',
  updated_at: '2026-01-01T00:00:00.000Z',
  external_data: {},
};
const changed = (from: OrderStatus, to: OrderStatus): ReceivedWebhook['body'] => ({
  ...common,
  event: 'status_changed',
  status: to,
  previous_status: from,
});
const webhook = (sequence: number, body: ReceivedWebhook['body']) => ({
  endpoint: 'a',
  webhookId: `msg_${sequence}`,
  attempt: 1,
  sequence,
  previousSequence: sequence - 1,
  body,
  isSigned: true,
  atMs: 0,
  isReplay: false,
  isAccepted: true,
});
const first = webhook(1, changed('created', 'ready'));
const second = webhook(2, { ...common, event: 'delivery_requested', status: 'ready' });
const third = webhook(3, changed('ready', 'on_route_to_pickup'));

describe('The texts of the webhooks that one endpoint received of one order', () => {
  it('are well if each says the event of its sequence, also when it comes again', () => {
    expect(checkWebhooks('it', events, [first, second, second, third])).toEqual([]);
  });

  it('are a fault if a signature is wrong', () => {
    const faults = checkWebhooks('it', events, [{ ...first, isSigned: false }, second, third]);
    expect(faults).toEqual(['it: 1 has a wrong signature']);
  });

  it('are a fault if the event is another one', () => {
    const faults = checkWebhooks('it', events, [first, { ...second, sequence: 3 }]);
    expect(faults).toEqual(['it: 3 is delivery_requested, not status_changed']);
  });

  it('are a fault if a change of status is impossible', () => {
    const jump = webhook(3, changed('ready', 'delivered'));
    expect(checkWebhooks('it', events, [first, second, jump])).toHaveLength(1);
  });
});
