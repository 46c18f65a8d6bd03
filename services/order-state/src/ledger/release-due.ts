import {
  awaitAll,
  classifyDatabaseError,
  inTransaction,
  limitStatements,
  type Pool,
  type Transaction,
} from '@delivery/postgres';
import { applyApart, briefMs, describeRefusal, type SlowItem } from './apply-apart.js';
import { releaseDeliveries } from './queries/release-deliveries.js';
import { readDuePulled } from './queries/take-pulled.js';
import { type DueWindow, lockDueWindows, takeWakes } from './queries/windows.js';
import type { Aside, OnSetAside } from './rules/aside.js';
import type { Release } from './rules/releases.js';
import { isPulled, takenMax } from './rules/window.js';

/** Endpoints looked at in one transaction. */
export const windowBatchMax = 100;

/** `looked`: at how many endpoints. `duePulled`: whose polls should look; of those nothing is released. */
type DueWindows = { releases: Release[]; duePulled: string[]; looked: number };

/**
 * Looks at endpoints whose time has come and that are not locked, and releases what they have room for. Resolves after
 * COMMIT.
 * @param aside endpoints that are left alone
 */
export const releaseDueWindows = (pool: Pool, nowMs: number, aside: readonly string[] = []): Promise<DueWindows> =>
  inTransaction(pool, async (client) => releaseWindows(client, await lockDue(client, nowMs, aside), nowMs));

const lockDue = (client: Transaction, nowMs: number, aside: readonly string[]): Promise<DueWindow[]> =>
  lockDueWindows(client, new Date(nowMs), windowBatchMax, aside);

const releaseWindows = async (
  client: Transaction,
  windows: readonly DueWindow[],
  nowMs: number,
): Promise<DueWindows> => {
  if (windows.length === 0) return { releases: [], duePulled: [], looked: 0 };
  const endpointIds = windows.map(({ endpointId }) => endpointId);
  const pulled = windows.filter(isPulled).map(({ endpointId }) => endpointId);
  const { released, duePulled } = await awaitAll({
    taken: takeWakes(client, endpointIds),
    released: releaseDeliveries(client, { endpointIds }, nowMs),
    duePulled: pulled.length > 0 ? readDuePulled(client, pulled, { now: new Date(nowMs), takenMax }) : [],
  });
  return { releases: released.releases, duePulled, looked: windows.length };
};

/** The callbacks are called after each COMMIT. */
type ReleaseApartDeps = ApartDeps & {
  onReleased: (releases: Release[]) => void;
  onDuePulled: (endpointIds: readonly string[]) => void;
};

/**
 * Like `releaseDue`. An endpoint for which it fails or takes too long is found, and set aside for a while.
 * @returns at how many endpoints it looked
 */
export const releaseDueApart = async (deps: ReleaseApartDeps, nowMs: number): Promise<number> => {
  const aside = deps.aside.keys();
  let total = 0;
  await eachApart(deps, {
    loop: 'relay',
    find: (client) => lockDue(client, nowMs, aside),
    work: (client, windows: readonly DueWindow[]) => releaseWindows(client, windows, nowMs),
    onCommit: ({ releases, duePulled, looked }) => {
      deps.onReleased(releases);
      if (duePulled.length > 0) deps.onDuePulled(duePulled);
      total += looked;
    },
  });
  return total;
};

export type ApartDeps = { pool: Pool; aside: Aside; onSetAside: OnSetAside };

type EachApart<Found, Done> = {
  loop: string;
  find: (client: Transaction) => Promise<readonly Found[]>;
  work: (client: Transaction, found: readonly Found[]) => Promise<Done>;
  onCommit: (done: Done) => void;
};

/**
 * Does something for endpoints in one transaction; where that fails or takes too long, apart from the endpoints at
 * fault, which are left alone for a while.
 */
export const eachApart = async <Found extends { endpointId: string }, Done>(
  { pool, aside, onSetAside }: ApartDeps,
  { loop, find, work, onCommit }: EachApart<Found, Done>,
): Promise<void> => {
  try {
    return onCommit(await inTransaction(pool, async (client) => work(client, await find(client))));
  } catch (error) {
    if (classifyDatabaseError(error) === 'outage') throw error;
  }
  const leaveAlone = ({ item: { endpointId }, reason }: SlowItem<Found>): void => {
    aside.add(endpointId);
    onSetAside(loop, [{ endpointId, reason }]);
  };
  const apply = async (found: readonly Found[], statementMs = briefMs) => {
    const done = await inTransaction(pool, async (client) => {
      await limitStatements(client, statementMs);
      return work(client, found);
    });
    onCommit(done);
  };
  const left = await applyApart(
    await inTransaction(pool, find),
    {
      apply,
      findHeld: () => Promise.resolve(new Set()),
      setAside: () => undefined,
      refuse: (item, error) => leaveAlone({ item, reason: describeRefusal(error) }),
      laneOf: ({ endpointId }) => endpointId,
      setSlowAside: (slow) => slow.forEach(leaveAlone),
    },
    'brief',
  );
  if (left.length > 0) throw new Error('Postgres is slow for every endpoint that was tried');
};
