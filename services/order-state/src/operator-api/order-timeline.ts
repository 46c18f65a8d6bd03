import type { Timeline, TimelineEntry } from '@delivery/contracts';
import { timelineRowMax, type TimelineRows } from '../timelines/queries/read-timeline.js';

/** Causes before their effects where times are equal. */
const ranks = { command: 0, event: 1, delivery: 2, attempt: 3, endpoint: 4 } as const;

/** Everything that happened to an order and its webhooks, in time order. Pure. */
export const toTimeline = (rows: TimelineRows): Timeline => {
  const { order, ...kinds } = rows;
  const data = [...toEntries(rows)].sort(
    (one, other) => compareText(one.at, other.at) || ranks[one.kind] - ranks[other.kind],
  );
  return {
    order: {
      id: order.id,
      merchant_id: order.merchant_id,
      external_id: order.external_id,
      display_id: order.display_id,
      status: order.status,
      updated_at: order.updated_at.toISOString(),
      created_at: order.created_at.toISOString(),
    },
    data,
    truncated: Object.values(kinds).some((kind) => kind.length > timelineRowMax),
  };
};

const toEntries = (rows: TimelineRows): TimelineEntry[] => [
  ...shown(rows.commands).map((row) => ({
    ...row,
    kind: 'command' as const,
    at: row.at.toISOString(),
    occurred_at: row.occurred_at.toISOString(),
  })),
  ...shown(rows.events).map((row) => ({ ...row, kind: 'event' as const, at: row.at.toISOString() })),
  ...shown(rows.deliveries).map((row) => ({
    ...row,
    kind: 'delivery' as const,
    at: row.at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  })),
  ...shown(rows.attempts).map((row) => ({ ...row, kind: 'attempt' as const, at: row.at.toISOString() })),
  ...shown(rows.endpoints).map((row) => ({ ...row, kind: 'endpoint' as const, at: row.at.toISOString() })),
];

const shown = <Row>(rows: readonly Row[]): Row[] => rows.slice(0, timelineRowMax);

/** ISO 8601 in UTC sorts as text. */
const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
