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
const webhook = (sequence: number, body: ReceivedWebhook['body'], more: Partial<ReceivedWebhook> = {}) => ({
  endpoint: 'a',
  webhookId: `msg_${sequence}`,
  attempt: 1,
  sequence,
  previousSequence: sequence - 1,
  body,
  isSigned: true,
  isAccepted: true,
  ...more,
});
const first = webhook(1, changed('created', 'ready'));
const second = webhook(2, { ...common, event: 'delivery_requested', status: 'ready' });
const third = webhook(3, changed('ready', 'on_route_to_pickup'));

describe('the series of webhooks that one endpoint received of one order', () => {
  it('is flawless when every event came once, in order', () => {
    expect(checkWebhooks('it', events, [first, second, third])).toEqual({ lost: [], disorder: [], duplicateCount: 0 });
  });

  it('misses an event that was never accepted, though it was tried', () => {
    const { lost } = checkWebhooks('it', events, [first, second, { ...third, isAccepted: false }]);
    expect(lost).toEqual(['it: 3 (status_changed) was never delivered']);
  });

  it('is in disorder when a successor came first', () => {
    expect(checkWebhooks('it', events, [first, third, second]).disorder).toContain('it: 2 arrived after 3');
  });

  it('counts a repeat of an accepted webhook as a duplicate, and a retry as none', () => {
    const refused = { ...second, isAccepted: false };
    const { duplicateCount, disorder } = checkWebhooks('it', events, [first, refused, second, second, third]);
    expect({ duplicateCount, disorder }).toEqual({ duplicateCount: 1, disorder: [] });
  });

  it('is in disorder when one event came under two ids', () => {
    const again = { ...first, webhookId: 'msg_other' };
    expect(checkWebhooks('it', events, [first, again, second, third]).disorder).toEqual(['it: 1 came as two webhooks']);
  });

  it('is in disorder when a signature is wrong', () => {
    const { disorder } = checkWebhooks('it', events, [{ ...first, isSigned: false }, second, third]);
    expect(disorder).toEqual(['it: 1 has a wrong signature']);
  });

  it('is in disorder when a change of status is impossible', () => {
    const jump = webhook(3, changed('ready', 'delivered'));
    expect(checkWebhooks('it', events, [first, second, jump]).disorder).toHaveLength(1);
  });

  it('is in disorder when a webhook names another predecessor than the last one addressed to it', () => {
    const skipping = { ...third, previousSequence: 1 };
    expect(checkWebhooks('it', events, [first, second, skipping]).disorder).toEqual(['it: 3 follows 1, not 2']);
  });
});
