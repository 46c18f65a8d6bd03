import { describe, expect, it } from '@jest/globals';
import type { TimelineEntry } from '@delivery/contracts';
import { buildOrder } from '@delivery/test-support';
import type { OrderRecord } from '../record.js';
import { findLosses } from './find-losses.js';
import type { OrderTruth } from './truth.js';

const order: OrderRecord = {
  id: '0123456789abcdef01234567',
  content: buildOrder({ external_id: 'a' }),
  shop: 0,
  isReadyAccepted: true,
  isCancelSent: false,
  isCancelAccepted: false,
  reported: [],
};
const at = '2026-01-01T00:00:00.000Z';
type Command = Extract<TimelineEntry, { kind: 'command' }>;
const command = (type: string, outcome: Command['outcome'], more: Partial<Command> = {}): Command => ({
  at,
  kind: 'command',
  id: type,
  type,
  outcome,
  code: null,
  detail: null,
  after_sequence: 0,
  occurred_at: at,
  payload: null,
  ...more,
});
const truthOf = (...data: Command[]): OrderTruth => ({
  getStatus: 200,
  externalId: 'a',
  timeline: {
    order: {
      id: order.id,
      merchant_id: 'm',
      external_id: 'a',
      display_id: '1',
      status: 'ready',
      updated_at: at,
      created_at: at,
      due: null,
      late_since: null,
    },
    data,
    truncated: false,
  },
});

describe('an accepted order', () => {
  it('is lost when the order is not there', () => {
    const nothing = { getStatus: 404, externalId: undefined, timeline: undefined };
    expect(findLosses(order, nothing)).toHaveLength(1);
  });

  it('is kept when its ready was applied, also where another ready changed nothing', () => {
    const truth = truthOf(command('order.ready_requested', 'applied'), command('order.ready_requested', 'unchanged'));
    expect(findLosses(order, truth)).toEqual([]);
  });

  it('is lost when its ready was refused without a cancel', () => {
    expect(findLosses(order, truthOf(command('order.ready_requested', 'refused')))).toHaveLength(1);
  });

  it('is kept when its ready was refused, visibly, because it was canceled', () => {
    const canceled = { ...order, isCancelSent: true, isCancelAccepted: true };
    const truth = truthOf(command('order.ready_requested', 'refused'), command('order.cancel_requested', 'applied'));
    expect(findLosses(canceled, truth)).toEqual([]);
  });

  it('is lost when an accepted cancel took no effect', () => {
    const canceled = { ...order, isCancelSent: true, isCancelAccepted: true };
    expect(findLosses(canceled, truthOf(command('order.ready_requested', 'applied')))).toHaveLength(1);
  });

  it('is lost when a report that was answered 200 was not applied', () => {
    const ready = command('order.ready_requested', 'applied');
    const reported: OrderRecord = { ...order, reported: ['at_pickup'] };
    const report = command('status.reported', 'applied', { payload: { status: 'at_pickup' } });
    expect(findLosses(reported, truthOf(ready))).toHaveLength(1);
    expect(findLosses(reported, truthOf(ready, report))).toEqual([]);
  });
});
