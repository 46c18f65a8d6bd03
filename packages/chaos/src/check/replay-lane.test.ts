import { describe, expect, it } from '@jest/globals';
import { type LaneTrace, replayLane } from './replay-lane.js';

type Arrival = LaneTrace['arrivals'][number];

const arrival = (sequence: number, attempt = 1, more: Partial<Arrival> = {}): Arrival => ({
  endpoint: 'a',
  webhookId: `msg_${sequence}`,
  attempt,
  sequence,
  previousSequence: sequence - 1,
  atMs: 1_000 + sequence,
  isReplay: false,
  isSigned: true,
  isAccepted: true,
  ...more,
});
const refused = (sequence: number, attempt = 1) => arrival(sequence, attempt, { isAccepted: false });
const at = '1970-01-01T00:00:01.000Z';
const attempt = (sequence: number, number = 1, code: string | null = null) => ({
  at,
  sequence,
  attempt: number,
  error_code: code,
});
const failed = (sequence: number, number = 1) => attempt(sequence, number, 'http_status');
const delivered = (sequence: number) => ({ at, sequence, webhook_id: `msg_${sequence}`, state: 'delivered' });

/** Three events of an order, each of which arrives once. */
const usual: LaneTrace = {
  title: 'it',
  type: 'push',
  wanted: null,
  events: [
    { sequence: 1, event: 'status_changed' },
    { sequence: 2, event: 'delivery_requested' },
    { sequence: 3, event: 'status_changed' },
  ],
  arrivals: [arrival(1), arrival(2), arrival(3)],
  deliveries: [delivered(1), delivered(2), delivered(3)],
  attempts: [attempt(1), attempt(2), attempt(3)],
  disturbedMs: Infinity,
};
const [one, two, three] = [arrival(1), arrival(2), arrival(3)];

describe('A trace that the model of the ledger allows', () => {
  it.each<[string, Partial<LaneTrace>]>([
    ['each webhook once, in order', {}],
    [
      'an attempt that was refused, and the next one',
      { arrivals: [one, refused(2), arrival(2, 2), three], attempts: [failed(2), attempt(2, 2)] },
    ],
    [
      'an attempt that got lost on its way',
      { arrivals: [one, arrival(2, 2), three], attempts: [failed(2), attempt(2, 2)] },
    ],
    [
      'an attempt that came late',
      { arrivals: [one, arrival(2, 2), three, refused(2)], attempts: [failed(2), attempt(2, 2)] },
    ],
    [
      'a pulled message again as a later attempt',
      { type: 'pull', arrivals: [one, refused(2), arrival(2, 2), three], attempts: [failed(2), attempt(2, 2)] },
    ],
    [
      'a filter, and the sequences that it leaves',
      {
        wanted: ['status_changed'],
        arrivals: [one, arrival(3, 1, { previousSequence: 1 })],
        deliveries: [delivered(1), delivered(3)],
      },
    ],
  ])('has %s', (_what, change) => {
    expect(replayLane({ ...usual, ...change })).toMatchObject({ lost: [], disorder: [] });
  });

  it('has an accepted webhook twice if its answer or its confirm got lost, or if a part that carries it was disturbed', () => {
    const unheard = { arrivals: [one, two, arrival(2, 2), three], attempts: [failed(2), attempt(2, 2)] };
    const disturbed = { arrivals: [one, two, two, three], disturbedMs: two.atMs };
    const unconfirmed = { arrivals: [one, two, { ...two, atMs: 11_000 }, { ...three, atMs: 11_001 }] };
    for (const change of [unheard, disturbed, unconfirmed])
      expect(replayLane({ ...usual, ...change })).toEqual({ lost: [], disorder: [], duplicateCount: 1 });
  });
});

describe('A trace that the model of the ledger does not allow', () => {
  it.each<[string, Partial<LaneTrace>, readonly string[]]>([
    ['two webhooks swapped', { arrivals: [one, three, two] }, ['it: 3 (attempt 1) came before 2 was settled']],
    [
      'one missing',
      { arrivals: [one, three] },
      ['it: 3 (attempt 1) came before 2 was settled', 'it: 2 was never delivered, and is delivered'],
    ],
    ['the last one missing', { arrivals: [one, two] }, ['it: 3 was never delivered, and is delivered']],
    ['one never accepted', { arrivals: [one, two, refused(3)] }, ['it: 3 was never delivered, and is delivered']],
    [
      'one accepted that the API still counts as waiting',
      { deliveries: [delivered(1), delivered(2), { ...delivered(3), state: 'waiting' }] },
      ['it: 3 was never delivered, and is waiting'],
    ],
    [
      'one repeated without a reason',
      { arrivals: [one, two, two, three] },
      ['it: 2 (attempt 1) came again without a reason'],
    ],
    [
      'one repeated before anything was disturbed',
      { arrivals: [one, two, two, three], disturbedMs: two.atMs + 1 },
      ['it: 2 (attempt 1) came again without a reason'],
    ],
    [
      'one tried again after a success',
      { arrivals: [one, two, arrival(2, 2), three] },
      ['it: 2 (attempt 2) came, and attempt 1 did not fail'],
    ],
    [
      'one tried again after its successor',
      { arrivals: [one, two, three, arrival(2, 2)] },
      ['it: 2 (attempt 2) came after it was settled'],
    ],
    [
      'a pulled message again as the same attempt',
      { type: 'pull', arrivals: [one, refused(2), two, three] },
      ['it: 2 (attempt 1) came again without a reason'],
    ],
    [
      'a pulled message again as an earlier attempt',
      { type: 'pull', arrivals: [one, arrival(2, 2), refused(2), three], attempts: [failed(2), attempt(2, 2)] },
      ['it: 2 (attempt 1) came again without a reason'],
    ],
    [
      'one event under two ids',
      { arrivals: [one, { ...two, webhookId: 'msg_other' }, two, three] },
      ['it: 2 (attempt 1) came as msg_other, not as msg_2'],
    ],
    [
      'a replay that was not asked for',
      { arrivals: [one, two, three, { ...three, isReplay: true }] },
      ['it: 3 (attempt 1) is a replay'],
    ],
    [
      'another predecessor',
      { arrivals: [one, two, { ...three, previousSequence: 1 }, three] },
      ['it: 3 (attempt 1) follows 1, not 2'],
    ],
    [
      'an event that the endpoint does not want',
      {
        wanted: ['status_changed'],
        arrivals: [one, two, arrival(3, 1, { previousSequence: 1 })],
        deliveries: [delivered(1), delivered(3)],
      },
      ['it: 2 (attempt 1) is not addressed to the endpoint'],
    ],
    [
      'a delivery twice in the ledger',
      { deliveries: [...usual.deliveries, delivered(3)] },
      ['it: the API lists 1, 2, 3, 3, not 1, 2, 3'],
    ],
  ])('has %s', (_what, change, faults) => {
    const { lost, disorder } = replayLane({ ...usual, ...change });
    expect([...disorder, ...lost]).toEqual(faults);
  });
});
