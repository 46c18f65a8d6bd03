import { type OrderMessage, simulatedSourcePrefix, type Verdict } from '@delivery/contracts';
import { temporarilyUnavailable } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { createFairQueue, type FairItem } from '@delivery/service-kit';
import type { Tracer } from '@delivery/tracing';
import { applyApart } from '../ledger/apply-apart.js';
import type { ApplyMessages } from './apply-messages.js';
import { findLockedMessages } from './find-locked.js';
import { commandKeyOf } from './rules/decide-batch.js';

/**
 * Decides one message outside of the queue, as the operator API does. Resolves after COMMIT; to `undefined` where there
 * is no such order: a parked report would take effect later, although its caller got a refusal.
 * @param parent W3C trace context of the call: the webhooks that the report causes go on with it
 */
export type ApplyReport = (message: OrderMessage, parent: string | undefined) => Promise<Verdict | undefined>;

type ApplyReportDeps = {
  /** Drops messages that have no order. */
  apply: ApplyMessages;
  pool: Pool;
  tracer: Tracer | undefined;
};

type Report = {
  message: OrderMessage;
  traceparent: string | undefined;
  resolve: (verdict: Verdict | undefined) => void;
  reject: (error: unknown) => void;
};

/**
 * In turns of couriers' systems, each of which may send many at once. Simulated couriers take what the others leave,
 * and a ninth where these leave nothing.
 */
const turns = {
  groups: { live: { weight: 8, flowMax: 100 }, sandbox: { weight: 1, flowMax: 25 } },
  batchMax: 100,
  batchCostMax: 100,
  flowCostMax: 100,
  turnCost: 1,
} as const;

const flowOf = ({ message }: Report): FairItem<keyof typeof turns.groups> => {
  const source = ('source' in message ? message.source : undefined) ?? '';
  const group = source.startsWith(simulatedSourcePrefix) ? 'sandbox' : 'live';
  return { group, flow: source, sequence: message.order_id, cost: 1 };
};

/**
 * In natural batches, as the queue's messages are: reports that arrive while a batch is applied are the next one. A
 * thousand couriers at once then take one connection to Postgres, and leave the others to readers.
 */
export const createApplyReport = (deps: ApplyReportDeps): ApplyReport => {
  const waiting = createFairQueue<Report, keyof typeof turns.groups>({ ...turns, flowOf });
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.size() > 0) {
      const batch = waiting.takeBatch();
      try {
        await applyReports(deps, batch);
      } catch (error) {
        // Postgres is away, so the waiting reports would fail as well.
        for (const { reject } of [...batch, ...waiting.takeAll()]) reject(error);
      }
    }
    isRunning = false;
  };

  const applyInBatch = (message: OrderMessage, traceparent: string | undefined): Promise<Verdict | undefined> =>
    new Promise((resolve, reject) => {
      waiting.add({ message, traceparent, resolve, reject });
      if (!isRunning) void run();
    });

  return async (message, parent) => {
    const span = deps.tracer?.follow('server', `report ${message.type}`, parent, { order_id: message.order_id });
    let verdict: Verdict | undefined;
    try {
      verdict = await applyInBatch(message, span?.traceparent ?? parent);
      return verdict;
    } finally {
      span?.end({ attributes: { outcome: verdict?.outcome }, error: verdict ? undefined : 'not_applied' });
    }
  };
};

/**
 * Settles every report, unless the database is away. One that the database refuses, or whose order is held, fails
 * alone, as does one that takes too long.
 */
const applyReports = async (deps: ApplyReportDeps, reports: readonly Report[]): Promise<void> => {
  const refuseSlow = (slow: readonly Report[]) => slow.forEach(({ reject }) => reject(isTooSlow()));
  const left = await applyApart(reports, {
    apply: (some, statementMs) => applyTogether(deps, some, statementMs),
    findHeld: (some) => findLockedMessages(deps.pool, some, ({ message }) => message),
    setAside: (held) => held.forEach(({ reject }) => reject(orderIsLocked())),
    refuse: ({ reject }, error) => reject(error),
    laneOf: ({ message }) => message.order_id,
    setSlowAside: (slow, behind) => refuseSlow([...slow.map(({ item }) => item), ...behind]),
  });
  refuseSlow(left);
};

const isTooSlow = () => temporarilyUnavailable('The database needs too long for this order. Try again.');

const orderIsLocked = () => temporarilyUnavailable('Another operation on this order has not finished. Try again.');

const applyTogether = async (
  deps: ApplyReportDeps,
  reports: readonly Report[],
  statementMs: number | undefined,
): Promise<void> => {
  const traceparents = new Map(
    reports.flatMap(({ message, traceparent }) => (traceparent ? [[commandKeyOf(message), traceparent]] : [])),
  );
  const messages = reports.map(({ message }) => message);
  const { verdicts, plan } = await deps.apply(messages, traceparents, undefined, statementMs);
  for (const { message, resolve, reject } of reports) {
    const verdict = verdicts.get(commandKeyOf(message));
    if (plan.held.has(message.order_id)) reject(orderIsLocked());
    else if (verdict) resolve(verdict.outcome === 'parked' ? undefined : verdict);
    else reject(new Error(`no verdict for message ${message.id}`));
  }
};
