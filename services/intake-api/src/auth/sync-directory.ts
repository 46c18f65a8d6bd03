import { setTimeout as delay } from 'node:timers/promises';
import type { DirectoryPage } from '@delivery/contracts';
import type { Logger } from '@delivery/service-kit';
import { directoryPageSize, type DirectorySource } from '../order-state/fetch-directory.js';
import type { Directories } from './directory.js';

export type DirectorySync = {
  /** False until the first snapshot; never false again. */
  isLoaded: () => boolean;
  /**
   * Whether changes up to a moment ago are known. Credentials that the directory lacks then most likely do not exist.
   */
  isCurrent: () => boolean;
  /** Time since order-state last reported nothing newer; 0 before the first snapshot. */
  ageSeconds: () => number;
  version: () => number;
  /** The key of access tokens; `undefined` before the first snapshot. */
  oauthKey: () => Uint8Array | undefined;
  /** The delays between attempts of a webhook; `undefined` before the first snapshot. */
  retryDelaysMs: () => readonly number[] | undefined;
  close: () => Promise<void>;
};

/** Polls that may fail, or be slow, before the directory counts as stale. */
const currentForPolls = 3;
const retryMinMs = 100;

type Position = { epoch: string; version: number; oauthKey: Uint8Array; retryDelaysMs: readonly number[] };
type SyncDeps = {
  source: DirectorySource;
  directories: Directories;
  logger: Logger;
  now: () => number;
  pollIntervalMs: number;
};

/** Keeps the directory equal to order-state's: a snapshot, then changes. A stale directory is better than none. */
export const startDirectorySync = (deps: SyncDeps): DirectorySync => {
  const stopping = new AbortController();
  let position: Position | undefined;
  let syncedAtMs: number | undefined;
  let failuresInARow = 0;

  const step = async (): Promise<void> => {
    try {
      position = position ? await followChanges(deps, position) : await loadSnapshot(deps);
      syncedAtMs = deps.now();
      if (failuresInARow > 0) deps.logger.info({ attempts: failuresInARow + 1 }, 'directory.sync_recovered');
      failuresInARow = 0;
    } catch (error) {
      failuresInARow += 1;
      // Logged once, at the start of an outage; a metric has the directory's age.
      if (failuresInARow === 1) deps.logger.warn({ err: error }, 'directory.sync_failed');
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await step();
      const waitMs = failuresInARow === 0 ? deps.pollIntervalMs : backoffMs(failuresInARow, deps.pollIntervalMs);
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();

  return {
    isLoaded: () => position !== undefined || syncedAtMs !== undefined,
    isCurrent: () => syncedAtMs !== undefined && deps.now() - syncedAtMs <= currentForPolls * deps.pollIntervalMs,
    ageSeconds: () => (syncedAtMs === undefined ? 0 : (deps.now() - syncedAtMs) / 1000),
    version: () => position?.version ?? 0,
    oauthKey: () => position?.oauthKey,
    retryDelaysMs: () => position?.retryDelaysMs,
    close: () => {
      stopping.abort();
      return running;
    },
  };
};

/**
 * With jitter, so that replicas that lost the same order-state do not return in step. Never longer than the poll
 * interval, so that a replica that starts together with order-state is ready soon after it.
 */
const backoffMs = (failures: number, pollIntervalMs: number): number =>
  Math.min(pollIntervalMs, retryMinMs * 2 ** Math.min(failures, 10)) * (0.5 + Math.random() / 2);

const toPosition = (page: DirectoryPage, version: number): Position => ({
  epoch: page.epoch,
  version,
  oauthKey: Buffer.from(page.oauth_key, 'base64'),
  retryDelaysMs: page.retry_delays_ms,
});

const loadSnapshot = async ({ source, directories, logger }: SyncDeps): Promise<Position> => {
  const first = await source.fetchPage(null);
  const entries = [...first.data];
  let cursor = first.next_cursor;
  while (cursor !== null) {
    const page = await source.fetchPage(cursor);
    if (page.epoch !== first.epoch) throw new Error('the epoch changed while the directory was read');
    entries.push(...page.data);
    cursor = page.next_cursor;
  }
  directories.merchants.replaceAll(entries);
  directories.couriers.replaceAll(first.courier_systems);
  directories.platforms.replaceAll(first.platforms);
  logger.info(
    { merchants: directories.merchants.size(), version: first.version, epoch: first.epoch },
    'directory.loaded',
  );
  // Changes during the read are newer than the first page's version, so the next poll brings them.
  return toPosition(first, first.version);
};

const followChanges = async (deps: SyncDeps, from: Position): Promise<Position> => {
  let version = from.version;
  for (;;) {
    const page = await deps.source.fetchChanges(version);
    // Postgres was restored, so nothing known before is certain. A lower version means the same, if the restored
    // database got no new epoch.
    if (page.epoch !== from.epoch || page.version < from.version) return loadSnapshot(deps);
    deps.directories.merchants.apply(page.data);
    deps.directories.couriers.apply(page.courier_systems);
    deps.directories.platforms.apply(page.platforms);
    version = Math.max(version, page.data.at(-1)?.version ?? page.version);
    if (page.data.length < directoryPageSize) return toPosition(page, version);
  }
};
