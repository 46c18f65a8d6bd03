import { ProblemError } from '@delivery/http-edge';
import { type Queryable, queryValue } from '@delivery/postgres';
import { asWorkingRole } from '@delivery/test-support';
import { createLedgerWorld, type LedgerWorld } from '../support/ledger-world.js';
import { createGatedPool, type GatedPool, lostPartition } from './gated-pool.js';
import type { Scene } from './scenes.js';
import type { Stops } from './stops.js';
import type { Transaction } from './transactions.js';

/** A process whose statements can be stopped. */
export type Actor = { gated: GatedPool; world: LedgerWorld };

/** With the rights of the service. Its releases go to the queue of `world`. */
export const createActor = async (world: LedgerWorld): Promise<Actor> => {
  const gated = createGatedPool(asWorkingRole(world.databaseUrl), world.logger);
  const { queue, released } = world;
  return { gated, world: await createLedgerWorld({ beside: world, given: { pool: gated.pool, queue, released } }) };
};

/** A transaction that has begun. */
type Run = Actor & {
  pid: number;
  /** Never rejects. */
  ended: Promise<void>;
  isEnded: () => boolean;
  error: () => unknown;
};

/** @param passMax so many of its statements pass; the next one waits */
export const begin = async (
  { gated, world }: Actor,
  transaction: Transaction,
  { scene, passMax }: { scene: Scene; passMax: number },
): Promise<Run> => {
  gated.reset(Infinity);
  const pid = await gated.readPid();
  gated.reset(passMax);
  let [hasEnded, failure]: [boolean, unknown] = [false, undefined];
  const ended = transaction.run(world, scene).then(
    () => void (hasEnded = true),
    (error: unknown) => void ([hasEnded, failure] = [true, error]),
  );
  return { gated, world, pid, ended, isEnded: () => hasEnded, error: () => failure };
};

/**
 * Runs the second one once the first one has stopped. If that waits for a row that the first one has locked, the first one goes on, and the
 * second one follows after its end, or as soon as the first one waits for it. Nothing here waits for time.
 * @returns what went wrong
 */
export const interleave = async (
  watcher: Queryable,
  stops: Stops,
  first: Run,
  beginSecond: () => Promise<Run>,
): Promise<string | undefined> => {
  await Promise.race([first.gated.stopped(), first.ended]);
  const second = await beginSecond();
  await untilBlocked(watcher, second, first);
  if (!second.isEnded()) second.gated.shut();
  await stops.letGo();
  first.gated.open();
  await untilBlocked(watcher, first, second);
  second.gated.open();
  await Promise.all([first.ended, second.ended]);
  return faultOf(first) ?? faultOf(second);
};

/** Resolves once it has ended, or waits for a lock of the other one. */
const untilBlocked = async (watcher: Queryable, run: Run, by: Run): Promise<void> => {
  const isBlocked = () =>
    queryValue<boolean>(watcher, {
      name: 'explorer_is_blocked',
      text: 'select $2 = any(pg_blocking_pids($1)) as blocked',
      values: [run.pid, by.pid],
    });
  while (!run.isEnded() && (await isBlocked()) !== true);
};

/**
 * A row exists already, a day is left to the next time or was dropped meanwhile, and statements that follow any of them in its transaction.
 */
const expectedStates = ['23505', '55P03', lostPartition, '25P02'];

const faultOf = ({ gated, error, world }: Run): string | undefined => {
  if (world.setAside.length > 0) return `set aside: ${world.setAside.splice(0).join(', ')}`;
  const failed = gated.failures.find((code) => !expectedStates.includes(code));
  if (failed !== undefined) return `SQLSTATE ${failed}`;
  const failure = error();
  if (failure === undefined || failure instanceof ProblemError) return undefined;
  return failure instanceof Error ? failure.message : 'it threw no error';
};
