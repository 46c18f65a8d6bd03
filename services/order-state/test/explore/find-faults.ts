import { queryValue } from '@delivery/postgres';
import { theSystem } from '../../src/activity/queries.js';
import { changeUnderLock } from '../../src/endpoints/change-endpoints.js';
import { enableEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { readNextWakeMs } from '../../src/ledger/queries/windows.js';
import { attemptOf, delivered, type LedgerWorld } from '../support/ledger-world.js';
import { findOrderFault, readState, type State } from './ledger-state.js';
import { type Scene, takeFrom } from './scenes.js';

/** The lease of the ledger's world. */
const leaseMs = 12 * 60_000;
/** Many times as often as the relay has to look at any of the starting worlds. */
const lookMax = 60;

/** One round of the product's own loops, with receivers that accept everything. */
const lookOnce = async (world: LedgerWorld, scene: Scene, { doomed, replays, releasedAt }: State): Promise<void> => {
  if (world.queue.length > 0)
    await world.settle(world.queue.splice(0).map((message) => attemptOf(world, message, delivered)));
  else if (releasedAt !== null) {
    // Messages that are published again are lost again: the lease ends all the same.
    await world.sweepUnpublished();
    world.queue.length = 0;
    await world.sweepLeases();
  }
  if (scene.taken.length > 0) {
    const ids = await takeFrom(world, scene);
    if (ids.length > 0) await world.ackMessages({ ...scene, ids });
  }
  if (replays > 0) await world.feedReplays();
  if (doomed > 0) await world.sweepDeleted();
  await world.releaseDue();
};

/**
 * Runs the product's own loops and nothing else. The clock moves on to the next time at which they would look.
 * @returns why a delivery to an active endpoint is not settled in the end
 */
const runToEnd = async (world: LedgerWorld, scene: Scene): Promise<string | undefined> => {
  let state = await readState(world, scene);
  for (let looks = 0; looks < lookMax; looks += 1) {
    if (state.faults.length > 0) return state.faults.join('; ');
    await lookOnce(world, scene, state);
    state = await readState(world, scene);
    if (world.queue.length > 0 || state.pullable || state.faults.length > 0) continue;
    if (state.open === 0 && state.doomed === 0 && (state.replays === 0 || state.disabled)) return undefined;
    const nextMs = await readNextWakeMs(world.pool);
    const leaseEndMs = state.releasedAt === null ? null : state.releasedAt.getTime() + leaseMs;
    const times = [nextMs, leaseEndMs].filter((ms) => ms !== null);
    if (times.length > 0) world.advance(Math.max(0, Math.min(...times) - world.now()));
  }
  return state.faults[0] ?? `not at its end after ${lookMax} looks: ${JSON.stringify(state)}`;
};

/** A webhook that first went out after a later one of its lane. */
const findOvertaken = ({ released }: LedgerWorld): string | undefined => {
  const last = new Map<string, number>();
  const seen = new Set<string>();
  for (const { id, order_id: orderId, endpoint_id: endpointId, replay_id: replayId, sequence } of released) {
    const lane = `${orderId} ${endpointId} ${replayId}`;
    if (!seen.has(id) && sequence < (last.get(lane) ?? 0))
      return `webhook ${sequence} of order ${orderId} was overtaken`;
    seen.add(id);
    last.set(lane, Math.max(sequence, last.get(lane) ?? 0));
  }
  return undefined;
};

/** @returns the first thing that is wrong after a schedule, or that becomes so while nothing else happens. The scene is used up */
export const findFault = async (world: LedgerWorld, scene: Scene): Promise<string | undefined> => {
  const { ownerId, endpointId } = scene;
  const fault = (await findOrderFault(world, scene)) ?? (await runToEnd(world, scene)) ?? findOvertaken(world);
  if (fault !== undefined) return fault;
  const status = await queryValue<string>(world.pool, 'select status from endpoints where id = $1', [endpointId]);
  if (status !== 'disabled') return undefined;
  world.advance(1_000);
  await changeUnderLock(world, { ownerId, endpointId, actor: theSystem }, (client, id, now) =>
    enableEndpoint(client, id, now, theSystem),
  );
  const later = await queryValue<number>(world.pool, heldSql, [endpointId, new Date(world.now())]);
  if (later !== 0) return `the endpoint was enabled, and ${later} of its deliveries wait for their time`;
  return (await runToEnd(world, scene)) ?? findOvertaken(world);
};

const heldSql = `
  select count(*) from webhook_deliveries d join endpoint_windows w using (endpoint_id)
  where endpoint_id = $1 and d.state = 'waiting' and d.gate_open
    and due_at(d.not_before, d.released_at, d.attempt_count, d.schedule_base, w.catch_up_at) > $2`;
