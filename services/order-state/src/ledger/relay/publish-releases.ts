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
import { bindReleasedFaults, markPublished, type PublishedRelease } from '../queries/publishing.js';
import type { Release } from '../rules/release.js';
import { toDeliveryReleased } from '../rules/to-message.js';

/** Resolves when the broker has confirmed the message, rejects when that is not certain. */
export type PublishDelivery = (message: DeliveryReleased) => Promise<void>;

export type ReleasePublisher = {
  publish: (releases: readonly Release[]) => void;
  /** Resolves when everything handed over so far is confirmed and recorded, or has failed. */
  idle: () => Promise<void>;
};

/**
 * How long a confirm waits to be recorded. Most deliveries are settled by then, so that nothing has to be written; and
 * it is far below the time after which the sweeper takes a release for lost.
 */
const recordAfterMs = 1_000;

/**
 * Publishes releases after their COMMIT, and records the confirmed ones that are still in flight a moment later. A release
 * that is not confirmed, or not recorded because the process died, stays unpublished in the ledger, where the sweeper finds
 * it.
 */
export const createReleasePublisher = (deps: {
  pool: Pool;
  publishDelivery: PublishDelivery;
  now: () => number;
  logger: Logger;
  onFailed: (error: unknown, count: number) => void;
}): ReleasePublisher => {
  let confirmed: PublishedRelease[] = [];
  let recording: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const publishing = new Set<Promise<void>>();

  /** Only deliveries that may carry a fault wait until that is known. */
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
      releases.map((release) => deps.publishDelivery(toDeliveryReleased(release, nowMs, faults.get(release.id)))),
    );
    const failures: unknown[] = [];
    results.forEach((result, index) => {
      const release = releases[index];
      if (result.status === 'rejected') failures.push(result.reason);
      else if (release) confirmed.push({ id: release.id, generation: release.generation });
    });
    if (failures.length > 0) deps.onFailed(failures[0], failures.length);
    timer ??= setTimeout(() => void record(), recordAfterMs);
  };

  const record = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (recording ??= recordConfirmed());
  };

  /** While one batch is written the next one gathers. */
  const recordConfirmed = async (): Promise<void> => {
    try {
      while (confirmed.length > 0) {
        const batch = confirmed;
        confirmed = [];
        await markPublished(deps.pool, batch);
      }
    } catch (error) {
      // Published, but not recorded: they may go out once more, under the same generation and webhook id.
      deps.logger.warn({ err: error }, 'relay.record_failed');
    } finally {
      recording = undefined;
    }
  };

  return {
    publish: (releases) => {
      if (releases.length === 0) return;
      const task = publishAll(releases).finally(() => publishing.delete(task));
      publishing.add(task);
    },
    idle: async () => {
      while (publishing.size > 0) await Promise.all(publishing);
      await record();
    },
  };
};

type Faults = ReadonlyMap<string, ReleasedFault>;
const noFaults: Faults = new Map();

/** A webhook never waits for its fault: a fault that cannot be bound now stays pending, and comes with a later release. */
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
  (message) =>
    publisher.publish({
      exchange: exchanges.deliveries,
      routingKey: message.type,
      body: Buffer.from(JSON.stringify(message)),
      messageId: `${message.delivery_id}.${message.generation}`,
      type: message.type,
      correlationId: message.order_id,
      ...(message.traceparent === null ? {} : { headers: { traceparent: message.traceparent } }),
    });

/** Wakes the waiting polls of these endpoints and merchants. */
export type PublishWake = (wake: {
  endpoints: readonly string[];
  merchants?: Readonly<Wake['merchants']>;
  courier_systems?: readonly string[];
}) => void;

/** To be called after COMMIT. Sent and forgotten: a wake that is lost costs a poll its wait, and no message. */
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
