import { randomUUID } from 'node:crypto';
import {
  type DeliveryReleased,
  exchanges,
  type ReleasedFault,
  schemaVersion,
  type Wake,
  wakeNamesMax,
} from '@delivery/contracts';
import type { Publisher, UnconfirmedPublisher } from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { bindReleasedFaults, markPublished, type PublishedRelease } from './queries/publishing.js';
import { lockedRestMs, readNextWakeMs } from './queries/windows.js';
import { releaseDueApart, windowBatchMax } from './release-due.js';
import type { Aside, OnSetAside } from './rules/aside.js';
import { type Release, toDeliveryReleased } from './rules/releases.js';

export type Relay = {
  start: () => void;
  /** Says that a commit may have made something due, or moved the time at which something will be. */
  wake: () => void;
  /** Like `wake`, for a caller that knows the time (`null`: never): it ends a sleep only if that would last longer. */
  dueAt: (ms: number | null) => void;
  /** Failures in a row. */
  failures: () => number;
  close: () => Promise<void>;
};

/** The longest sleep: another replica may have died before it could wake itself. */
const sleepMaxMs = 5_000;
/** The shortest sleep, so that one look answers many commits. */
const restMs = 10;
const failureRestMs = 1_000;

/**
 * Releases deliveries that are due, expires pulled deliveries that were not acked in time, and wakes the polls of pull
 * endpoints. Sleeps until a commit wakes it or the first endpoint is due. Any number of replicas share the work: each
 * takes endpoints that no other replica holds.
 */
export const createRelay = (deps: {
  pool: Pool;
  aside: Aside;
  onSetAside: OnSetAside;
  now: () => number;
  /** Nothing is released while the broker accepts nothing. */
  canPublish: () => boolean;
  onReleased: (releases: Release[]) => void;
  /** Called after COMMIT with the pull endpoints for which something is due. */
  onDuePulled: (endpointIds: readonly string[]) => void;
  /** Resolves when all expired leases have ended, except those that another transaction holds. */
  expireTaken: () => Promise<void>;
  logger: Logger;
}): Relay => {
  const alarm = createAlarm();
  let closed = false;
  /** While the relay is awake, any time ends its next sleep. */
  let asleepUntilMs = Number.POSITIVE_INFINITY;
  /** Consecutive looks at due windows that others held, and consecutive failures. */
  let [heldCount, failures] = [0, 0];

  const run = async (): Promise<void> => {
    while (!closed) {
      try {
        asleepUntilMs = Number.POSITIVE_INFINITY;
        // Needs no broker. If it fails, other deliveries are released all the same.
        const [expired] = await Promise.allSettled([deps.expireTaken()]);
        const sleepMs = deps.canPublish() ? await releaseDue() : failureRestMs;
        if (expired.status === 'rejected') throw expired.reason;
        [failures, asleepUntilMs] = [0, deps.now() + sleepMs];
        await alarm.sleep(sleepMs, restMs);
      } catch (error) {
        failures += 1;
        deps.logger.warn({ err: error }, 'relay.failed');
        await alarm.sleep(failureRestMs, failureRestMs);
      }
    }
  };

  /** @returns how long nothing will be due, as far as this replica knows */
  const releaseDue = async (): Promise<number> => {
    const nowMs = deps.now();
    const looked = await releaseDueApart(deps, nowMs);
    if (looked >= windowBatchMax) return 0;
    const nextMs = await readNextWakeMs(deps.pool);
    heldCount = nextMs !== null && nextMs <= nowMs ? heldCount + 1 : 0;
    if (heldCount > 0) return Math.min(lockedRestMs, restMs * 2 ** (heldCount - 1));
    return nextMs === null ? sleepMaxMs : Math.min(sleepMaxMs, Math.max(0, nextMs - deps.now()));
  };

  let running: Promise<void> | undefined;
  return {
    start: () => {
      running ??= run();
    },
    wake: alarm.ring,
    dueAt: (ms) => {
      if (ms !== null && ms < asleepUntilMs) alarm.ring();
    },
    failures: () => failures,
    close: async () => {
      closed = true;
      alarm.ring();
      await running;
    },
  };
};

/** Sleeps for a time, at least `minMs`, or until rung; a ring while awake ends the next sleep early. */
const createAlarm = () => {
  let rung = false;
  let end: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      end?.();
    },
    sleep: async (ms: number, minMs: number): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, minMs));
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.max(0, ms - minMs));
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      end = undefined;
      rung = false;
    },
  };
};

/** Resolves when the broker has confirmed the message, rejects when that is not certain. */
export type PublishDelivery = (message: DeliveryReleased, expirationMs?: number) => Promise<void>;

export type ReleasePublisher = {
  publish: (releases: readonly Release[]) => void;
  /**
   * Resolves when everything handed over so far is confirmed, and recorded unless another transaction holds it, or has
   * failed.
   */
  idle: () => Promise<void>;
};

/**
 * How long a confirm waits to be recorded. Most deliveries are settled by then, so that nothing has to be written. It
 * is far shorter than the time after which the sweeper considers a release lost.
 */
const recordAfterMs = 1_000;

/**
 * Publishes releases after their COMMIT, and records the confirmed ones that are still in flight a moment later. A
 * release that is not confirmed, or not recorded because the process died, stays unpublished in the ledger, where the
 * sweeper finds it.
 */
export const createReleasePublisher = (deps: {
  pool: Pool;
  publishDelivery: PublishDelivery;
  now: () => number;
  logger: Logger;
  onFailed: (error: unknown, count: number) => void;
}): ReleasePublisher => {
  const recorder = createRecorder(deps);
  const publishing = new Set<Promise<void>>();

  /** Deliveries that may carry a fault wait until the fault is known. */
  const publishAll = async (releases: readonly Release[]): Promise<void> => {
    const faulty = releases.filter((release) => release.has_fault);
    if (faulty.length === 0) return publishWith(noFaults, releases);
    const others = releases.filter((release) => !release.has_fault);
    const bound = bindFaults(deps, faulty);
    await Promise.all([publishWith(noFaults, others), bound.then((faults) => publishWith(faults, faulty))]);
  };

  const publishWith = async (faults: Faults, releases: readonly Release[]): Promise<void> => {
    const nowMs = deps.now();
    const results = await Promise.allSettled(
      releases.map((release) =>
        deps.publishDelivery(toDeliveryReleased(release, nowMs, faults.get(release.id)), release.expirationMs),
      ),
    );
    const failures: unknown[] = [];
    const confirmed: PublishedRelease[] = [];
    results.forEach((result, index) => {
      const release = releases[index];
      if (result.status === 'rejected') failures.push(result.reason);
      else if (release) confirmed.push({ id: release.id, generation: release.generation });
    });
    if (failures.length > 0) deps.onFailed(failures[0], failures.length);
    recorder.recordLater(confirmed);
  };

  return {
    publish: (releases) => {
      if (releases.length === 0) return;
      const task = publishAll(releases).finally(() => publishing.delete(task));
      publishing.add(task);
    },
    idle: async () => {
      while (publishing.size > 0) await Promise.all(publishing);
      await recorder.recordNow();
    },
  };
};

/** Records confirmed releases in batches. Rows that another transaction holds are tried again with the next batch. */
const createRecorder = ({ pool, logger }: { pool: Pool; logger: Logger }) => {
  let confirmed: PublishedRelease[] = [];
  let recording: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const recordLater = (releases: readonly PublishedRelease[]): void => {
    confirmed.push(...releases);
    if (confirmed.length > 0) timer ??= setTimeout(() => void record(), recordAfterMs);
  };

  const record = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (recording ??= recordConfirmed());
  };

  /** While one batch is written, the next one gathers. */
  const recordConfirmed = async (): Promise<void> => {
    const held: PublishedRelease[] = [];
    try {
      while (confirmed.length > 0) {
        const batch = confirmed;
        confirmed = [];
        held.push(...(await markPublished(pool, batch)));
      }
      recordLater(held);
    } catch (error) {
      // Published, but not recorded: they may be published again, with the same generation and webhook id.
      logger.warn({ err: error }, 'relay.record_failed');
    } finally {
      recording = undefined;
    }
  };

  return {
    recordLater,
    recordNow: async (): Promise<void> => {
      await record();
      clearTimeout(timer);
      timer = undefined;
    },
  };
};

type Faults = ReadonlyMap<string, ReleasedFault>;
const noFaults: Faults = new Map();

/**
 * A webhook never waits for its fault: a fault that cannot be bound now stays pending, and comes with a later release.
 */
const bindFaults = async (
  { pool, logger }: { pool: Pool; logger: Logger },
  releases: readonly Release[],
): Promise<Faults> => {
  try {
    return await bindReleasedFaults(pool, releases);
  } catch (error) {
    logger.warn({ err: error }, 'relay.fault_binding_failed');
    return noFaults;
  }
};

/** Publishes one release. Its message id names delivery and generation, so that a repeat is the same message. */
export const createPublishDelivery =
  (publisher: Publisher): PublishDelivery =>
  (message, expirationMs) =>
    publisher.publish({
      exchange: exchanges.deliveries,
      routingKey: message.type,
      body: Buffer.from(JSON.stringify(message)),
      messageId: `${message.delivery_id}.${message.generation}`,
      type: message.type,
      correlationId: message.order_id,
      expirationMs,
      ...(message.traceparent === null ? {} : { headers: { traceparent: message.traceparent } }),
    });

/** Wakes the waiting polls of these endpoints and merchants. */
type PublishWake = (wake: {
  endpoints: readonly string[];
  merchants?: Readonly<Wake['merchants']>;
  courier_systems?: readonly string[];
}) => void;

/** Called after COMMIT, without a confirm: a lost wake costs a poll its wait, and no message. */
export const createPublishWake =
  (publisher: Pick<UnconfirmedPublisher, 'publishUnconfirmed'>): PublishWake =>
  ({ endpoints, merchants = [], courier_systems: systems = [] }) => {
    const nameMax = Math.max(endpoints.length, merchants.length, systems.length);
    for (let from = 0; from < nameMax; from += wakeNamesMax) {
      const wake: Wake = {
        schema_version: schemaVersion,
        type: 'polls.woken',
        endpoints: endpoints.slice(from, from + wakeNamesMax),
        merchants: merchants.slice(from, from + wakeNamesMax),
        courier_systems: systems.slice(from, from + wakeNamesMax),
      };
      publisher.publishUnconfirmed({
        exchange: exchanges.wakes,
        routingKey: wake.type,
        body: Buffer.from(JSON.stringify(wake)),
        messageId: randomUUID(),
        type: wake.type,
      });
    }
  };
