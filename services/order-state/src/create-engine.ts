import { type DeliveryAttempted, queues } from '@delivery/contracts';
import {
  type Connection,
  createPublisher,
  createUnconfirmedPublisher,
  type Publisher,
  type UnconfirmedPublisher,
} from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { createOpenSecrets } from '@delivery/webhooks';
import { createSandboxMerchants, type SandboxMerchants } from './consumers/order-turns.js';
import { createEndpointHistoryCounter, type EndpointHistoryCounter, saveCounts } from './dashboards/record-history.js';
import { createHistoryCounter, type HistoryCounter } from './dashboards/rules/count-history.js';
import { createOrderTimesCounter, type OrderTimesCounter } from './dashboards/rules/count-order-times.js';
import { createUsageCounter, type UsageCounter } from './dashboards/rules/count-usage.js';
import type { DatabaseClock } from './database-clock.js';
import { applyApart, applyFree } from './ledger/apply-apart.js';
import { parkAttempts, type ParkedAttempt } from './ledger/queries/sweep.js';
import {
  createPublishDelivery,
  createPublishWake,
  createRelay,
  createReleasePublisher,
  type PublishDelivery,
  type Relay,
  type ReleasePublisher,
} from './ledger/relay.js';
import { createAside, type OnSetAside } from './ledger/rules/aside.js';
import { createDeliveryIds } from './ledger/rules/deliveries.js';
import type { Release } from './ledger/rules/releases.js';
import type { RetrySchedule } from './ledger/rules/retries.js';
import { createSettleAttempts, type SettleAttempts } from './ledger/settle-attempts.js';
import {
  type AckMessages,
  createAckMessages,
  createExpireTaken,
  createTakeMessages,
  type TakeMessages,
} from './ledger/take-messages.js';
import type { SendMail } from './mails/send-mails.js';
import type { Metrics } from './metrics.js';
import { type ApplyDeps, type ApplyMessages, createApplyMessages } from './orders/apply-messages.js';
import { createSettleFree } from './orders/find-locked.js';
import type { ContentHasher } from './orders/rules/content.js';
import type { HandoverCodes } from './orders/rules/order.js';
import type { PhoneHasher } from './orders/rules/phones.js';
import type { DuePlanner } from './orders/rules/times.js';
import type { SetAsideDeps } from './orders/set-aside.js';
import { createReplayFeeder, type ReplayFeeder } from './replays/feed-replays.js';
import type { KeptDays } from './retention/queries/retention.js';
import { createSweeper, listSweeps, type Sweeper, sweepNames } from './sweeps/sweeper.js';

/** Everything between Postgres and the publishing connection; consumers and HTTP routes drive it. */
export type Engine = {
  apply: ApplyMessages;
  /** For reports over HTTP, whose caller gets 404 at once if the order does not exist. */
  applyReports: ApplyMessages;
  /** Settles attempts, and counts their outcomes. */
  settleReported: (attempts: readonly DeliveryAttempted[], statementMs?: number) => Promise<void>;
  /** Keeps attempts that need a row which another session holds, or take too long. */
  parkAttempts: (attempts: readonly ParkedAttempt[]) => Promise<void>;
  onSetAside: OnSetAside;
  takeMessages: Pulling['takeMessages'];
  ackMessages: Pulling['ackMessages'];
  /** The sandbox merchants of orders that were decided in this process. */
  sandboxMerchants: SandboxMerchants;
  publisher: Publisher;
  verdicts: UnconfirmedPublisher;
  publishDelivery: PublishDelivery;
  releasePublisher: ReleasePublisher;
  relay: Relay;
  replays: ReplayFeeder;
  sweeper: Sweeper;
  /** To be called before the database is left: writes the counts that are not written yet. */
  saveCounts: () => Promise<void>;
};

type Work = { relay: Pick<Relay, 'failures'>; sweeper: Pick<Sweeper, 'failures'> };

/** The loops, and how often each has failed in a row. */
export const listLoops = ({ relay, sweeper }: Work) => [
  { loop: 'relay', failures: relay.failures },
  ...sweepNames.map((name) => ({ loop: name, failures: () => sweeper.failures(name) })),
];

/** Releases of one process that wait for their confirm at once: more than any relay pass hands over. */
const publishOutstandingMax = 30_000;

type EngineDeps = KeptDays & {
  pool: Pool;
  clock: DatabaseClock;
  publishing: Connection;
  consuming: Connection;
  metrics: Metrics;
  logger: Logger;
  hashOf: ContentHasher;
  planDue: DuePlanner;
  courierNotFoundMs: number;
  trackingUrlOf: ApplyDeps['trackingUrlOf'];
  handoverCodes: HandoverCodes;
  hashPhone: PhoneHasher;
  sealer: Sealer;
  leaseMs: number;
  retrySchedule: RetrySchedule;
  idempotencyDays: number | undefined;
  sendMail: SendMail | undefined;
  publicUrl: string | undefined;
  activityDays: number;
};

/** An ack is one for all merchants: it waits for a row that another session holds for a moment only. */
const lockTimeoutMs = 50;

export const createEngine = (deps: EngineDeps): Engine => {
  const { pool, metrics } = deps;
  const { now } = deps.clock;
  const publishing = createPublishing(deps);
  const verdicts = createUnconfirmedPublisher(deps.publishing);
  const onWake = createPublishWake(verdicts);
  const onDuePulled = (endpoints: readonly string[]): void => onWake({ endpoints });
  const onReleased = (releases: readonly Release[], nextWakeMs: number | null): void => {
    publishReleases(releases);
    relay.dueAt(nextWakeMs);
  };
  const onSwept = (releases: readonly Release[]): void => {
    publishReleases(releases);
    relay.wake();
  };
  const onParked = (): void => sweeper.runSoon('parked');
  const onSetAside = logSetAside(deps);
  const replays = createReplayFeeder({ pool, now, onQueued: () => relay.wake(), logger: deps.logger });
  const counting = { ...createCounters(deps), replays };
  const onDisabled = logDisabled(deps, () => sweeper.runSoon('operational events'));
  const retrying = { schedule: deps.retrySchedule, random: Math.random };
  const settling = { pool, now, ...retrying, onReleased, onDuePulled, onDisabled };
  const settle = countSettled(createSettleAttempts(settling), counting);
  const settlePulled = countSettled(createSettleAttempts({ ...settling, lockTimeoutMs }), counting);
  const pullDeps = { ...deps, now, settle: settlePulled, dueAt: (ms: number) => relay.dueAt(ms) };
  const { expireTaken, ...pulling } = createPulling(pullDeps);
  const { relay, publishReleases } = createReleasing(deps, publishing, { onDuePulled, expireTaken, onSetAside });
  const sandboxMerchants = createSandboxMerchants();
  const applying = { pool, now, onReleased, onWake, ids: createDeliveryIds(now) };
  const applyAs = (undecided: ApplyDeps['undecided']): ApplyMessages => {
    const given = { ...deps, ...applying, onParked, undecided };
    return countApplied(createApplyMessages(given), counting, sandboxMerchants);
  };
  const applyOrDrop = applyAs('dropped');
  const settleReported = timeSettled(settle, metrics);
  const sweeps = listSweeps({
    ...deps,
    ...counting,
    ids: applying.ids,
    onWake,
    applyParked: applyOrDrop,
    settleReported,
    onSetAside,
    canPublish: publishing.publisher.isReady,
    onPurged: metrics.onPurged,
    onErased: metrics.onErased,
    onSkipped: metrics.onSkipped,
    onReleased: onSwept,
    onStuck: metrics.onStuck,
  });
  const sweeper = createSweeper(sweeps, deps.logger);
  return {
    ...publishing,
    apply: applyAs('parked'),
    applyReports: applyOrDrop,
    ...pulling,
    settleReported,
    sandboxMerchants,
    parkAttempts: createParkAttempts({ pool, now, onSetAside, onParked }),
    onSetAside,
    verdicts,
    relay,
    replays,
    sweeper,
    saveCounts: () => saveCounts({ pool, ...counting }),
  };
};

const logDisabled =
  ({ metrics, logger }: Pick<EngineDeps, 'metrics' | 'logger'>, tellSoon: () => void) =>
  (endpointIds: readonly string[], reason: string): void => {
    tellSoon();
    metrics.onDisabled(endpointIds.length, reason);
    logger.warn({ endpointIds, reason }, 'endpoint.disabled');
  };

const logSetAside =
  ({ metrics, logger }: Pick<EngineDeps, 'metrics' | 'logger'>): OnSetAside =>
  (loop, aside) => {
    metrics.onSetAside(loop, aside.length);
    for (const one of aside) logger.error({ loop, ...one }, 'item.set_aside');
  };

const createParkAttempts =
  (deps: SetAsideDeps & { onParked: () => void }): Engine['parkAttempts'] =>
  async (attempts) => {
    await parkAttempts(deps.pool, attempts, new Date(deps.now()));
    const aside = attempts.flatMap(({ attempt, slowReason: reason }) =>
      reason === null ? [] : [{ orderId: attempt.order_id, endpointId: attempt.endpoint_id, reason }],
    );
    if (aside.length > 0) deps.onSetAside(queues.attempts, aside);
    deps.onParked();
  };

type Counters = {
  now: () => number;
  history: HistoryCounter;
  endpointHistory: EndpointHistoryCounter;
  usage: UsageCounter;
  orderTimes: OrderTimesCounter;
};
type Counting = Counters & { replays: Pick<ReplayFeeder, 'lookAt'> };

const createCounters = ({ clock, planDue }: Pick<EngineDeps, 'clock' | 'planDue'>): Counters => ({
  now: clock.now,
  history: createHistoryCounter(),
  endpointHistory: createEndpointHistoryCounter(),
  usage: createUsageCounter(),
  orderTimes: createOrderTimesCounter(planDue),
});

const countApplied =
  (apply: ApplyMessages, to: Counting, sandboxMerchants: SandboxMerchants): ApplyMessages =>
  async (...given) => {
    const batch = await apply(...given);
    to.history.onApplied(batch.plan);
    to.usage.onApplied(batch.plan, to.now());
    to.orderTimes.onApplied(batch.plan);
    sandboxMerchants.learn(batch.plan);
    return batch;
  };

const countSettled =
  (settle: SettleAttempts, to: Counting): SettleAttempts =>
  async (...given) => {
    const plan = await settle(...given);
    to.history.onSettled(plan);
    to.endpointHistory.onSettled(plan, to.now());
    to.usage.onSettled(plan, to.now());
    to.replays.lookAt(plan.settled.flatMap(({ replayId }) => replayId ?? []));
    return plan;
  };

const timeSettled =
  (settle: SettleAttempts, metrics: Pick<Metrics, 'onSettled'>) =>
  async (...given: Parameters<SettleAttempts>): Promise<void> => {
    const startedAt = performance.now();
    metrics.onSettled(await settle(...given), performance.now() - startedAt);
  };

const createReleasing = (
  { pool, metrics, logger, clock: { now } }: EngineDeps,
  { publisher, releasePublisher }: Pick<Engine, 'publisher' | 'releasePublisher'>,
  pulled: Pick<Parameters<typeof createRelay>[0], 'onDuePulled' | 'expireTaken' | 'onSetAside'>,
) => {
  const publishReleases = (releases: readonly Release[]): void => {
    metrics.onReleased(releases);
    releasePublisher.publish(releases);
  };
  const relay = createRelay({
    ...pulled,
    pool,
    now,
    aside: createAside(),
    canPublish: publisher.isReady,
    onReleased: publishReleases,
    logger,
  });
  return { relay, publishReleases };
};

const createPublishing = ({
  pool,
  publishing,
  metrics,
  logger,
  clock: { now },
}: EngineDeps): Pick<Engine, 'publisher' | 'publishDelivery' | 'releasePublisher'> => {
  const publisher = createPublisher(publishing, { outstandingMax: publishOutstandingMax });
  const publishDelivery = createPublishDelivery(publisher);
  const onFailed = (error: unknown, count: number): void => {
    metrics.onPublishFailed(count);
    logger.warn({ err: error, count }, 'relay.publish_failed');
  };
  const releasePublisher = createReleasePublisher({ pool, now, logger, publishDelivery, onFailed });
  return { publisher, publishDelivery, releasePublisher };
};

type Pulling = {
  takeMessages: TakeMessages;
  ackMessages: AckMessages;
  /** See `createExpireTaken`. */
  expireTaken: () => Promise<void>;
};

export const createPulling = (deps: {
  pool: Pool;
  now: () => number;
  settle: SettleAttempts;
  sealer: Pick<Sealer, 'open'>;
  metrics: Pick<Metrics, 'onTaken' | 'onAcked' | 'onExpired'>;
  /** Says when the relay has to look at last. */
  dueAt: (ms: number) => void;
  logger: Logger;
}): Pulling => {
  const { pool, now, metrics } = deps;
  const aside = createAside();
  return {
    takeMessages: createTakeMessages({
      ...deps,
      aside,
      openSecrets: createOpenSecrets(deps.sealer),
      onTaken: (count, expiresAtMs) => {
        metrics.onTaken(count);
        deps.dueAt(expiresAtMs);
      },
    }),
    ackMessages: createAckMessages({
      pool,
      now,
      settle: createSettleFree({
        pool,
        settle: async (...given) => metrics.onAcked(await deps.settle(...given)),
        applyItems: applyApart,
        aside,
      }),
    }),
    expireTaken: createExpireTaken({
      pool,
      now,
      settle: createSettleFree({
        pool,
        settle: async (...given) => metrics.onExpired(await deps.settle(...given)),
        // A held delivery expires again with each look: the relay must not wait for it each time.
        applyItems: applyFree,
        aside,
      }),
    }),
  };
};
