import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextStatuses, type OrderStatus } from '@delivery/contracts';
import { type DeliveryEventType, deliveryEventTypes, type StatusEvent, statusTable, toldOf } from './statuses.js';

/**
 * The status of an order whose last event, without a problem, was this one. `null`: that event is never sent, or
 * another tells.
 */
const statusBehind: Readonly<Record<DeliveryEventType, OrderStatus | null>> = {
  PENDING: 'created',
  ACCEPTED: 'ready',
  REJECTED: null,
  PICKUP_ONGOING: 'on_route_to_pickup',
  ARRIVED_AT_MERCHANT: 'at_pickup',
  ORDER_PICKED: 'on_route_to_delivery',
  DELIVERY_ONGOING: 'on_route_to_delivery',
  ARRIVED_AT_CUSTOMER: 'at_delivery',
  ORDER_DELIVERED: 'delivered',
  RETURNING_TO_MERCHANT: null,
  RETURNED_TO_MERCHANT: 'returned',
  DELIVERY_FINISHED: null,
  CANCELLED: 'canceled',
};

/** Events of the standard that say where a courier is, and may come again; a courier that takes over accepts again. */
const repeatable: readonly DeliveryEventType[] = ['PICKUP_ONGOING', 'DELIVERY_ONGOING', 'RETURNING_TO_MERCHANT'];
const ends: readonly DeliveryEventType[] = ['DELIVERY_FINISHED', 'CANCELLED', 'REJECTED'];
const pickedUp = deliveryEventTypes.indexOf('ORDER_PICKED');

/**
 * Their machine, as 1.7.1 describes it: forward, ended once; after a problem the delivery goes on from where it can.
 */
const mayFollow = (before: StatusEvent, next: StatusEvent): boolean => {
  if (ends.includes(before.type)) return false;
  const [from, to] = [before, next].map(({ type }) => deliveryEventTypes.indexOf(type)) as [number, number];
  if (before.type === 'PENDING') return next.type === 'ACCEPTED' || next.type === 'CANCELLED';
  if (next.type === 'CANCELLED') return from < pickedUp;
  // A problem at a place is reported there, even if the event was sent before.
  if (next.isProblem) return to >= from || from < pickedUp;
  if (before.isProblem) return from < pickedUp ? to < pickedUp : to >= pickedUp;
  return to > from || (to === from && repeatable.includes(next.type));
};

/** A walk through our machine, from the create. */
const path = fc.infiniteStream(fc.nat(9)).map((choices) => {
  const walked: OrderStatus[] = ['created'];
  for (const choice of choices) {
    const next = nextStatuses[walked.at(-1) ?? 'created'];
    const to = next[choice % Math.max(1, next.length)];
    if (to === undefined || walked.length > 30) return walked;
    walked.push(to);
  }
  return walked;
});

const changesOf = (walked: readonly OrderStatus[]) =>
  walked.slice(1).map((to, index) => ({ from: walked[index] ?? 'created', to }));

/** Our changes that have no counterpart. */
const silent = [{ from: 'created', to: 'ready' }];

describe('the table of statuses', () => {
  it('has one row for every change that an order can make, and none beside them', () => {
    const changes = Object.entries(nextStatuses).flatMap(([from, next]) => next.map((to) => ({ from, to })));
    const rowsOf = ({ from, to }: { from: string; to: string }) =>
      statusTable.filter((row) => row.to === to && (row.from?.some((one) => one === from) ?? true));
    expect(changes.filter((change) => rowsOf(change).length !== 1)).toEqual([]);
    const used = new Set(changes.flatMap(rowsOf));
    expect(statusTable.filter((row) => row.to !== 'created' && !used.has(row))).toEqual([]);
  });

  it('makes of every path of an order a path that the standard allows', () => {
    fc.assert(
      fc.property(path, (walked) => {
        const noted = [
          { type: 'PENDING' as const, isProblem: false },
          ...changesOf(walked).flatMap(({ from, to }) => toldOf(from, to)),
        ];
        const illegal = noted.slice(1).filter((next, index) => !mayFollow(noted[index] ?? next, next));
        expect(illegal).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('leads back to each status, but from silences and problems', () => {
    fc.assert(
      fc.property(path, (walked) => {
        for (const { from, to } of changesOf(walked)) {
          const noted = toldOf(from, to);
          if (noted.length === 0) expect(silent).toContainEqual({ from, to });
          else if (!noted.some(({ isProblem }) => isProblem))
            expect(noted.map(({ type }) => statusBehind[type]).findLast((status) => status !== null)).toBe(to);
        }
      }),
    );
  });

  it('never says REJECTED: one orderId is one order for ever', () => {
    expect(statusTable.flatMap(({ events }) => events)).not.toContain('REJECTED');
  });
});
