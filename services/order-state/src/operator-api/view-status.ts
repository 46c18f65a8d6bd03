import {
  type History,
  type MerchantMode,
  merchantModes,
  type OperatorStatus,
  queues,
  systemHistoryQuerySchema,
} from '@delivery/contracts';
import { answerJson, type ApiRoute, type HandlerOf, type QueryHandler, withQuery } from '@delivery/http-edge';
import type { Connection } from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import { shareReadings } from '@delivery/service-kit';
import { sumCreates } from '../dashboards/outage.js';
import { type HistoryRow, readHistory } from '../dashboards/queries.js';
import { readConfigs, readReplicas, type ReplicaRow } from '../dashboards/replica-queries.js';
import { halfAndMostMs } from '../dashboards/rules/count-history.js';
import { maskUrl } from '../endpoints/rules/webhook-url.js';
import { auditLedger, readBacklog } from '../ledger/queries/counts.js';
import { countRunningReplays, readHeldEndpoints, readOpenBreakers } from '../ledger/queries/endpoint-health.js';
import { countAllTroubled } from '../orders/queries/timers.js';
import { type KeptDays, readRetentionOverdue } from '../retention/queries/retention.js';
import { failedWindowSeconds, findConcerns, type Readings, stateOfReplica, thresholds } from './rules/concerns.js';

const endpointMax = 20;

/** Each endpoint is looked at, and pages ask every two seconds: as often as that for 10,000 of them. */
const shared = { msPerEndpoint: 0.2, sharedMaxMs: 10_000 };

type StatusDeps = KeptDays & {
  pool: Pool;
  leaseMs: number;
  isMailOn: boolean;
  now: () => number;
  inspectQueues: Connection['inspectQueues'];
};

/** The ledger on one screen: how much is owed, how much is late, and which endpoints are the cause. */
export const viewStatus = (deps: StatusDeps): ApiRoute['handle'] => {
  const readShared = shareEndpointReadings({ read: () => readStatus(deps), ...shared, now: deps.now });
  return async () => answerJson(200, await readShared('status'));
};

/** The settings of each process. */
export const viewConfiguration: HandlerOf<{ pool: Pool }> =
  ({ pool }) =>
  async () =>
    answerJson(200, { data: await readConfigs(pool) });

const readStatus = async (deps: StatusDeps) => {
  const { pool, leaseMs } = deps;
  const [audit, backlog, runningReplays, replicas, held, breakers, overdue, late, withoutCourier, steps, queueStates] =
    await Promise.all([
      auditLedger(pool, leaseMs),
      readBacklog(pool),
      countRunningReplays(pool),
      readReplicas(pool),
      readHeldEndpoints(pool, endpointMax),
      readOpenBreakers(pool, endpointMax),
      readRetentionOverdue(pool, deps),
      countAllTroubled(pool, 'late'),
      countAllTroubled(pool, 'without_courier'),
      readSteps(pool, { mode: 'live', since: new Date(deps.now() - failedWindowSeconds * 1_000), stepSeconds: 10 }),
      // A connection that is lost while it is asked counts as lost.
      deps.inspectQueues(Object.values(queues)).catch(() => undefined),
    ]);
  const { due, unpublished, parked, set_aside, dead_letters } = backlog;
  const readings = {
    audit,
    backlog: { due, unpublished, parked, set_aside, dead_letters },
    windows: backlog.windows,
    paced_endpoints: backlog.paced,
    not_fetching_endpoints: backlog.not_fetching,
    creates: sumCreates(replicas.filter(({ silent }) => !silent).flatMap(({ creates }) => creates ?? [])),
    late_orders: late,
    orders_without_courier: withoutCourier,
    mails: { on: deps.isMailOn, waiting: backlog.mails_waiting, given_up: backlog.mails_given_up },
    running_replays: runningReplays,
    replicas: replicas.map((row) => toReplica(row, queueStates)),
    held_endpoints: held.map((row) => ({ ...row, url: row.url && maskUrl(row.url) })),
    open_breakers: breakers.map((row) => ({ ...row, url: row.url && maskUrl(row.url) })),
    retention_overdue_seconds: overdue,
    partition_days_ahead: backlog.partition_days_ahead,
  };
  const concerns = findConcerns({ ...readings, steps, queueStates });
  const endpointCount = merchantModes.reduce((sum, mode) => sum + countOf(readings.windows[mode]), 0);
  return { answer: { concerns, ...readings }, endpointCount };
};

const countOf = ({ open, narrowed, probing }: OperatorStatus['windows']['live']): number => open + narrowed + probing;

const toReplica = ({ silent, ...row }: ReplicaRow, queueStates: Readings['queueStates']) => ({
  ...row,
  state: stateOfReplica({ service: row.service, silent }, queueStates),
});

/** From this many endpoints on a reading is shared; fewer are read in some milliseconds. */
const sharedFrom = 1_000;
/** Different questions in use at once, such as pages and filters. */
const keptMax = 100;

type Shared<Asked, Answer> = {
  /** `endpointCount`: how many endpoints there are. */
  read: (asked: Asked) => Promise<{ answer: Answer; endpointCount: number }>;
  /**
   * For how long a reading is shown to others, for each endpoint that there is: so it takes a small part of the time,
   * however many look.
   */
  msPerEndpoint: number;
  sharedMaxMs: number;
  now: () => number;
};

/**
 * A reading that costs something for each endpoint. Where there are many, the latest reading is shared for
 * some seconds by all callers that ask the same, as ten open consoles do.
 */
export const shareEndpointReadings = <Asked, Answer>({
  read,
  msPerEndpoint,
  sharedMaxMs,
  now,
}: Shared<Asked, Answer>): ((asked: Asked) => Promise<Answer>) => {
  let known = 0;
  return shareReadings({
    read: async (asked: Asked) => {
      const { answer, endpointCount } = await read(asked);
      known = endpointCount;
      return answer;
    },
    keptMs: () => (known < sharedFrom ? 0 : Math.min(sharedMaxMs, known * msPerEndpoint)),
    keptMax,
    now,
  });
};

export const viewAudit: HandlerOf<{ pool: Pool; leaseMs: number }> = (deps) => async () =>
  answerJson(200, await auditLedger(deps.pool, deps.leaseMs));

/** 360 steps each: about as many as a chart has room for. */
const spans = { hour: { ms: 3_600_000, stepSeconds: 10 }, day: { ms: 24 * 3_600_000, stepSeconds: 240 } } as const;
type Span = keyof typeof spans;

/** A step is ten seconds long: however many look, it is read once in that time. */
const sharedForMs = 5_000;

/** The history of the last hour or day. */
export const viewHistory = ({ pool, now }: { pool: Pool; now: () => number }): QueryHandler => {
  const readShared = shareReadings({
    read: (shown: Shown) => readSpan(pool, now(), shown),
    keptMs: () => sharedForMs,
    keptMax: merchantModes.length * Object.keys(spans).length,
    now,
  });
  return withQuery(systemHistoryQuerySchema, async (shown) => answerJson(200, await readShared(shown)));
};

type Shown = { span: Span; mode: MerchantMode };

const readSpan = async (pool: Pool, nowMs: number, { span, mode }: Shown): Promise<History> => {
  const { ms, stepSeconds } = spans[span];
  const data = await readSteps(pool, { mode, since: new Date(nowMs - ms), stepSeconds });
  return { step_seconds: stepSeconds, overdue_max_seconds: thresholds.overdueSeconds, data };
};

const readSteps = async (...args: Parameters<typeof readHistory>): Promise<History['data']> =>
  (await readHistory(...args)).map(toStep);

const toStep = ({ at, waits, ...row }: HistoryRow): History['data'][number] => ({
  ...row,
  at: at.toISOString(),
  time_to_merchant_ms: halfAndMostMs(waits),
});
