import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Timeline, TimelineEntry } from '@delivery/contracts';
import { buildOrder } from '@delivery/test-support';
import type { OrderTruth } from '../check/truth.js';
import { createRoundRecord, type OrderRecord, type ReceivedWebhook } from '../record.js';
import { countDrill, type DrillRecord } from './count-drill.js';
import { raiseEpoch } from './postgres.js';

const orderOf = (digit: string): OrderRecord => ({
  id: digit.repeat(24),
  content: buildOrder({ external_id: digit }),
  shop: 0,
  isReadyAccepted: false,
  isCancelSent: false,
  isCancelAccepted: false,
  reported: [],
});
const [early, risky, late] = [orderOf('a'), orderOf('b'), orderOf('c')];

const at = '2026-01-01T00:00:00.000Z';
const thereWith = (order: OrderRecord, ...data: TimelineEntry[]): [string, OrderTruth] => {
  const { id } = order;
  const times = { updated_at: at, created_at: at, due: null, late_since: null };
  const head = { id, merchant_id: 'm', external_id: '', display_id: '1', status: 'ready', ...times } as const;
  const timeline: Timeline = { order: head, data, truncated: false };
  return [id, { getStatus: 200, externalId: order.content.external_id, timeline }];
};
const goneOf = (order: OrderRecord): [string, OrderTruth] => [
  order.id,
  { getStatus: 404, externalId: undefined, timeline: undefined },
];
const delivery: TimelineEntry = {
  at,
  kind: 'delivery',
  id: 'd',
  endpoint_id: 'e',
  sequence: 1,
  event: 'delivery_requested',
  state: 'delivered',
  attempt_count: 1,
  settled_at: at,
  replay_id: null,
  webhook_id: 'msg_1',
};
const webhook = (webhookId: string) =>
  ({ endpoint: 'e', webhookId, sequence: 1, isAccepted: true }) as unknown as ReceivedWebhook;

/** One order by the recovery point, one at risk, one after the loss. */
const drill = (more: Partial<DrillRecord> = {}): DrillRecord => {
  const record = createRoundRecord();
  for (const order of [early, risky, late]) record.orders.set(order.id, order);
  const all = new Map([early, risky, late].map((order) => thereWith(order)));
  return { record, secured: [early], atLoss: [early, risky], recovered: all, final: all, ...more };
};

describe('the counts of a drill', () => {
  it('balance where an order at risk is lost, and comes back when it is sent again', () => {
    const recovered = new Map([thereWith(early), goneOf(risky), thereWith(late)]);
    expect(countDrill(drill({ recovered }))).toEqual({
      accepted: { secured: 1, atRisk: 1, later: 1 },
      restored: 2,
      lostByDesign: { orders: 1, steps: 0 },
      broughtBack: 1,
      sentTwice: { underTheSameId: 0, underANewId: 0 },
      faults: [],
    });
  });

  it.each([
    ['an order of before the recovery point', early, /^lost though it was secured: a{24}/],
    ['an order of after the loss', late, /^lost though it was accepted after the loss: c{24}/],
  ] as const)('do not balance where %s is lost', (_, lost, fault) => {
    const recovered = new Map([early, risky, late].map((order) => (order === lost ? goneOf(order) : thereWith(order))));
    expect(countDrill(drill({ recovered })).faults).toContainEqual(expect.stringMatching(fault));
  });

  it('do not balance where an order stays away, or a client of later complains', () => {
    const final = new Map([thereWith(early), goneOf(risky), thereWith(late)]);
    const { record, ...rest } = drill({ final });
    record.wrongAnswers.push(`${risky.id}: status was answered 404`, `${late.id}: status was answered 404`);
    expect(countDrill({ record, ...rest }).faults).toEqual([
      `${risky.id}: did not come back`,
      `${late.id}: status was answered 404`,
    ]);
  });

  it('tell repeats of a webhook from its event under a new id, and a webhook that never came', () => {
    const { record, ...rest } = drill({
      final: new Map([thereWith(early, delivery), thereWith(risky), thereWith(late)]),
    });
    expect(countDrill({ record, ...rest }).faults).toEqual([`${early.id}: msg_1 is called delivered, and never came`]);
    record.webhooks.set(early.id, ['msg_1', 'msg_1', 'msg_2'].map(webhook));
    expect(countDrill({ record, ...rest })).toMatchObject({
      sentTwice: { underTheSameId: 1, underANewId: 1 },
      faults: [],
    });
  });
});

describe('a drill', () => {
  it('raises the epoch by the statement of docs/operations.md', () => {
    const document = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    expect(document.split(`\`${raiseEpoch};\``)).toHaveLength(3);
  });
});
