import { type EndpointHistory, type EndpointHistoryStep, historyQuerySchema } from '@delivery/contracts';
import { answerJson, type QueryHandler, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { type EndpointHistoryRow, readEndpointHistory, readLastError } from '../dashboards/queries/endpoint-history.js';
import { minuteMs } from '../dashboards/rules/count-answers.js';
import { endpointNotFound } from '../endpoints/change-under-lock.js';
import { readOperatorEndpoint } from '../endpoints/queries/read-endpoints.js';
import { readEndpointId } from '../http/read-params.js';
import { takenMax } from '../ledger/rules/window.js';

const dayMs = 24 * 3_600_000;
/** 60 and 360 steps. */
const spans = { hour: { ms: 3_600_000, stepSeconds: 60 }, day: { ms: dayMs, stepSeconds: 240 } } as const;

/** What an endpoint answered and what waited for it in the last hour or day. */
export const viewEndpointHistory = ({ pool, now }: { pool: Pool; now: () => number }): QueryHandler =>
  withQuery(historyQuerySchema, async ({ span }, request) => {
    const endpointId = readEndpointId(request);
    const endpoint = await readOperatorEndpoint(pool, endpointId);
    if (!endpoint) throw endpointNotFound();
    const { ms, stepSeconds } = spans[span];
    const until = new Date(now());
    const [rows, error] = await Promise.all([
      readEndpointHistory(pool, endpointId, { since: beginOf(until, ms, stepSeconds), until, stepSeconds }),
      readLastError(pool, endpointId, { since: beginOf(until, dayMs, minuteMs / 1_000), until }),
    ]);
    const history: EndpointHistory = {
      step_seconds: stepSeconds,
      last_error: error ? { ...error, at: error.at.toISOString() } : null,
      data: rows.map(endpoint.type === 'pull' ? toPulledStep : toStep),
    };
    return answerJson(200, history);
  });

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

/** Of a pull endpoint it is how much may be taken and not acked. */
const toPulledStep = (row: EndpointHistoryRow): EndpointHistoryStep =>
  toStep(row.window_size === null ? row : { ...row, window_size: takenMax });
