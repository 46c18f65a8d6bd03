import {
  createPublisher,
  createUnconfirmedPublisher,
  type Connection,
  type Publisher,
  type UnconfirmedPublisher,
} from '@delivery/messaging';
import type { Logger, Sealer } from '@delivery/service-kit';
import { createApplyMessages, type ApplyMessages } from './orders/apply-messages.js';
import { createSettleAttempts, type SettleAttempts } from './ledger/settle-attempts.js';
import { createLockCaution, type LockCaution } from './orders/lock-caution.js';
import type { Pool } from '@delivery/postgres';
import type { Release } from './ledger/release.js';
import type { ContentHasher } from './orders/decide.js';
import type { PhoneHasher } from './operations/phone-hash.js';
import { deliveryIds } from './ledger/ids.js';
import type { Metrics } from './metrics.js';
import { createPublishDelivery } from './ledger/relay/publish-delivery.js';
import { publishPatiently } from './ledger/relay/publish-patiently.js';
import {
  createReleasePublisher,
  type PublishDelivery,
  type ReleasePublisher,
} from './ledger/relay/publish-releases.js';
import { createRelay, type Relay } from './ledger/relay/relay.js';
import { createSweeper, type Sweeper } from './sweeps/create-sweeper.js';
import { listSweeps } from './sweeps/list-sweeps.js';
import { adoptOrphans } from './sweeps/sweeper.js';

/** Everything between Postgres and the publishing connection; consumers and HTTP routes drive it. */
export type Engine = {
  apply: ApplyMessages;
  settle: SettleAttempts;
  publisher: Publisher;
  verdicts: UnconfirmedPublisher;
  publishDelivery: PublishDelivery;
  releasePublisher: ReleasePublisher;
  relay: Relay;
  sweeper: Sweeper;
  caution: LockCaution;
  /** See there. */
  adoptOrphans: () => Promise<void>;
};

/** Releases of one process that wait for their confirm at once: more than any relay pass hands over. */
const publishInFlightMax = 30_000;

export const createEngine = (deps: {
  pool: Pool;
  publishing: Connection;
  consuming: Connection;
  metrics: Metrics;
  logger: Logger;
  hashOf: ContentHasher;
  hashPhone: PhoneHasher;
  sealer: Sealer;
  leaseMs: number;
  retentionDays: number;
  customerDataDays: number;
}): Engine => {
  const { pool, metrics, logger } = deps;
  const now = Date.now;
  const { publisher, publishDelivery, releasePublisher } = createPublishing(deps);
  const publishReleases = (releases: readonly Release[]): void => {
    metrics.onReleased(releases);
    releasePublisher.publish(releases);
  };
  const relay = createRelay({ pool, now, canPublish: publisher.isReady, onReleased: publishReleases, logger });
  const onReleased = (releases: readonly Release[], nextWakeMs: number | null): void => {
    publishReleases(releases);
    relay.dueAt(nextWakeMs);
  };
  const onSwept = (releases: readonly Release[]): void => {
    publishReleases(releases);
    relay.wake();
  };
  const onParked = (): void => sweeper.hurry('parked');
  const caution = createLockCaution(logger);
  const applying = { pool, now, onReleased };
  const apply = createApplyMessages({ ...applying, hashOf: deps.hashOf, ids: deliveryIds, onParked, caution });
  const onDisabled = (endpointIds: readonly string[], reason: string): void => {
    metrics.onDisabled(endpointIds.length, reason);
    logger.warn({ endpointIds, reason }, 'endpoint.disabled');
  };
  const settle = createSettleAttempts({ ...applying, onDisabled });
  const sweeps = listSweeps({
    pool,
    now,
    apply,
    caution,
    logger,
    consuming: deps.consuming,
    leaseMs: deps.leaseMs,
    sealer: deps.sealer,
    hashPhone: deps.hashPhone,
    retentionDays: deps.retentionDays,
    customerDataDays: deps.customerDataDays,
    wakeRelay: relay.wake,
    onPurged: metrics.onPurged,
    onErased: metrics.onErased,
    canPublish: publisher.isReady,
    onReleased: onSwept,
    onStuckGates: metrics.onStuckGates,
  });
  const sweeper = createSweeper(sweeps, logger);
  return {
    apply,
    settle,
    publisher,
    verdicts: createUnconfirmedPublisher(deps.publishing),
    publishDelivery,
    releasePublisher,
    relay,
    sweeper,
    caution,
    adoptOrphans: () => adoptOrphans({ pool, now, onReleased: onSwept, logger }),
  };
};

const createPublishing = ({
  pool,
  publishing,
  metrics,
  logger,
}: {
  pool: Pool;
  publishing: Connection;
  metrics: Metrics;
  logger: Logger;
}): Pick<Engine, 'publisher' | 'publishDelivery' | 'releasePublisher'> => {
  const publisher = createPublisher(publishing, { inFlightMax: publishInFlightMax });
  const publishDelivery = createPublishDelivery(publisher);
  const onFailed = (error: unknown, count: number): void => {
    metrics.onPublishFailed(count);
    logger.warn({ err: error, count }, 'relay.publish_failed');
  };
  const releasePublisher = createReleasePublisher({
    pool,
    now: Date.now,
    logger,
    publishDelivery: publishPatiently(publishDelivery, publishing.waitUntilReady),
    onFailed,
  });
  return { publisher, publishDelivery, releasePublisher };
};
