import { describe, expect, test } from '@jest/globals';
import type { LaneDelivery } from '@delivery/contracts';
import { findReceivers, type Lane } from './lanes.js';

const attempt = { attempt: 1, at: '', duration_ms: 5, status_code: 500, error_code: 'http_5xx', error_detail: null };

const delivery = (sequence: number, state: LaneDelivery['state'], more: Partial<LaneDelivery> = {}): LaneDelivery => ({
  id: `${sequence} ${more.replay_id ?? ''}`,
  webhook_id: `msg_${sequence}`,
  sequence,
  event: 'status_changed',
  state,
  replay_id: null,
  attempt_count: 0,
  waits_for:
    state === 'waiting' || state === 'held' ? { reason: 'retry', sequence: null, until: null, detail: null } : null,
  received_at: null,
  applied_at: null,
  created_at: '2026-03-01T18:00:00.000Z',
  released_at: null,
  settled_at: null,
  attempts: state === 'exhausted' ? [{ ...attempt, response_excerpt: null }] : [],
  ...more,
});

const lane = (id: string, ...deliveries: LaneDelivery[]): Lane => ({
  endpoint: { id, type: 'push', name: null, url: `https://${id}.example`, status: 'active' },
  deliveries,
});

describe('the recipients of an order', () => {
  test('begins with what was lost, then what fails, then what waits', () => {
    const failing = { attempts: [{ ...attempt, response_excerpt: null }] };
    const receivers = findReceivers([
      lane('well', delivery(1, 'delivered')),
      lane('waiting', delivery(1, 'waiting')),
      lane('failing', delivery(1, 'waiting', failing)),
      lane('lost', delivery(1, 'exhausted'), delivery(2, 'waiting')),
      lane('silent'),
    ]);
    expect(receivers.map((receiver) => [receiver.lane.endpoint.id, receiver.state])).toEqual([
      ['lost', 'lost'],
      ['failing', 'waits'],
      ['waiting', 'waits'],
      ['well', 'heard'],
    ]);
    expect(receivers[0]).toMatchObject({ waiting: 1, failing: { times: 1 }, head: { sequence: 2 } });
  });

  test('counts what a replay sends again, and as heard what it delivered', () => {
    const lost = delivery(1, 'exhausted');
    const [again] = findReceivers([lane('a', lost, delivery(1, 'waiting', { replay_id: 'r' }))]);
    expect(again).toMatchObject({ state: 'lost', again: 1, waiting: 0 });
    const [heard] = findReceivers([lane('a', lost, delivery(1, 'delivered', { replay_id: 'r' }))]);
    expect(heard).toMatchObject({ state: 'heard', lost: [] });
  });
});
