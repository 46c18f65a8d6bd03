import { describe, expect, it } from '@jest/globals';
import type { ReceivedWebhook } from '../record.js';
import { checkAttempts } from './check-attempts.js';

const pulled = (sequence: number, attempt: number): ReceivedWebhook => ({
  endpoint: 'a',
  webhookId: `msg_${sequence}`,
  attempt,
  sequence,
  previousSequence: sequence - 1,
  body: {
    id: '0123456789abcdef01234567',
    external_id: 'a',
    display_id: '1',
    updated_at: '2026-01-01T00:00:00.000Z',
    external_data: {},
    event: 'delivery_requested',
    status: 'ready',
  },
  isSigned: true,
  isAccepted: true,
});

describe('the attempts of pulled messages', () => {
  it('are well when each that comes again says a later one, also where the till never saw one of them', () =>
    expect(checkAttempts('it', [pulled(1, 1), pulled(2, 2), pulled(1, 3)])).toEqual([]));

  it('are a fault where a message comes again with the same attempt or an earlier one', () => {
    expect(checkAttempts('it', [pulled(1, 1), pulled(1, 1)])).toEqual(['it: 1 came as attempt 1 after 1']);
    expect(checkAttempts('it', [pulled(1, 2), pulled(1, 1)])).toEqual(['it: 1 came as attempt 1 after 2']);
  });
});
