import type { EndpointHistory, EndpointHistoryStep, EndpointType } from '@delivery/contracts';
import { awaitAll, type Queryable } from '@delivery/postgres';
import { type EndpointHistoryRow, readEndpointHistory, readLastError } from '../dashboards/queries/endpoint-history.js';
import { minuteMs } from '../dashboards/rules/count-answers.js';
import { takenMax } from '../ledger/rules/window.js';

const dayMs = 24 * 3_600_000;
/** 60 and 360 steps. */
const spans = { hour: { ms: 3_600_000, stepSeconds: 60 }, day: { ms: dayMs, stepSeconds: 240 } } as const;

/** The answers and the backlog of an endpoint in the last hour or day. */
export const readHistoryView = async (
  client: Queryable,
  { id, type }: { id: string; type: EndpointType },
  { span, nowMs }: { span: keyof typeof spans; nowMs: number },
): Promise<EndpointHistory> => {
  const { ms, stepSeconds } = spans[span];
  const until = new Date(nowMs);
  const { rows, error } = await awaitAll({
    rows: readEndpointHistory(client, id, { since: beginOf(until, ms, stepSeconds), until, stepSeconds }),
    error: readLastError(client, id, { since: beginOf(until, dayMs, minuteMs / 1_000), until }),
  });
  return {
    step_seconds: stepSeconds,
    last_error: error ? { ...error, at: error.at.toISOString() } : null,
    data: rows.map(type === 'pull' ? toPulledStep : toStep),
  };
};

/** A whole step: the first one shown is not cut. */
const beginOf = (until: Date, ms: number, stepSeconds: number): Date => {
  const beginMs = until.getTime() - ms;
  return new Date(beginMs - (beginMs % (stepSeconds * 1_000)));
};

const toStep = (row: EndpointHistoryRow): EndpointHistoryStep => ({
  at: row.at.toISOString(),
  answers: {
    '2xx': row.answered_2xx,
    '3xx': row.answered_3xx,
    '4xx': row.answered_4xx,
    '5xx': row.answered_5xx,
    none: row.unanswered,
  },
  window:
    row.window_size === null
      ? null
      : { size: row.window_size, in_flight: row.in_flight ?? 0, probing: row.probing === true },
  waiting: row.waiting,
  held: row.held,
});

/** For a pull endpoint it is how much may be taken and not acked. */
const toPulledStep = (row: EndpointHistoryRow): EndpointHistoryStep =>
  toStep(row.window_size === null ? row : { ...row, window_size: takenMax });
