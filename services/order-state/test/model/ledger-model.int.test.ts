import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EndpointEvent } from '@delivery/contracts';
import type { Endpoint, Model } from '@delivery/test-support/ledger-model';
import { auditLedger } from '../../src/ledger/queries/counts.js';
import { createPartitionDays, daysAheadMax } from '../../src/retention/queries/days.js';
import { createFollower } from '../support/feed-world.js';
import type { LedgerWorld } from '../support/ledger-world.js';
import { addEndpoint, createLedgerWorld, createMerchant, givePlatformCalls } from '../support/ledger-world.js';
import { eventsOf, leaseMs, type Run } from './compare.js';
import { finish, outcomes, scriptSchema, type Step, take, weights } from './steps.js';

/** Equal in each run, so that what one run passes the next one does; another by FC_SEED. */
const seed = Number(process.env['FC_SEED'] ?? 20_261_128);
const numRuns = Number(process.env['MODEL_RUNS'] ?? 30);
const timeLimitMs = 120_000 + numRuns * 2_000;

let worlds: [LedgerWorld, LedgerWorld];
beforeAll(async () => {
  const world = await createLedgerWorld({ isPatient: true, startMs: Date.now() });
  worlds = [world, await createLedgerWorld({ isPatient: true, beside: world })];
});
afterAll(async () => {
  for (const world of worlds.toReversed()) await world.close();
});

type Given = Pick<Endpoint, 'ownerId' | 'type' | 'merchantIds'>;

/** @param size of the window at first: small ones fill up */
const add = async (given: Given, size: number, events: EndpointEvent[] | null = null): Promise<Endpoint> => {
  const [world] = worlds;
  const id = await addEndpoint(world, given.ownerId, { ...given, events, secret: `whsec_${'a'.repeat(44)}` });
  await world.pool.query('update endpoint_windows set size = $2 where endpoint_id = $1', [id, size]);
  // The shortest there is, of those that get all events.
  const giveUpAfter = events === null ? 900 : null;
  await world.pool.query('update endpoints set give_up_after = $2 where id = $1', [id, giveUpAfter]);
  const switched = { status: 'active', revision: 1, disabledAt: 0, held: 0, enabledAt: 0, catchUpAt: null } as const;
  return { ...given, ...switched, id, events, giveUpAfter: giveUpAfter && giveUpAfter * 1_000, isAnswered: false };
};

/** A merchant with three endpoints, a merchant without endpoints, and an endpoint of their platform. */
const arrange = async (): Promise<Run> => {
  const [world] = worlds;
  const { merchantId: ownerId } = await createMerchant(world, []);
  const { merchantId: otherId } = await createMerchant(world, []);
  const platform = await givePlatformCalls(world.pool, ownerId);
  await world.pool.query('update merchants set platform_owner_id = $1 where id = $2', [platform, otherId]);
  const endpoints = [
    await add({ ownerId, type: 'push', merchantIds: [ownerId] }, 3),
    await add({ ownerId, type: 'push', merchantIds: [ownerId] }, 1, ['status_changed', 'delivery_requested']),
    await add({ ownerId, type: 'pull', merchantIds: [ownerId] }, 0),
    await add({ ownerId: platform, type: 'push', merchantIds: [ownerId, otherId] }, 2),
  ];
  await createPartitionDays(world.pool, new Date(world.now()), daysAheadMax);
  const { matched: matchedBefore } = await auditLedger(world.pool, leaseMs);
  return {
    model: {
      nowMs: world.now(),
      latestMs: world.now(),
      endpoints,
      orders: [],
      deliveries: [],
      feed: [],
      feedBegin: 0,
      matched: 0,
    },
    merchants: [ownerId, otherId].map((id) => ({ id, follower: createFollower(world.pool, id) })),
    ...{ worlds, messages: [], takenIds: new Set(), matchedBefore, looks: 0 },
  };
};

const toCommand = (step: Step): fc.AsyncCommand<Model, Run> => ({
  check: () => true,
  run: (_model, run) => take(run, step),
  toString: () => JSON.stringify(step),
});

const commandsOf = ([name, weight]: [string, number]) => {
  const step = fc.record({
    do: fc.constant(name),
    on: fc.constantFrom(0, 1),
    dies: fc.constantFrom(false, false, false, false, true),
    pick: fc.nat({ max: 20 }),
    count: fc.integer({ min: 1, max: 3 }),
    ms: fc.constantFrom(1, 300, 5_000, 10_000, 60_000, leaseMs),
    // Most answers are a success or a failure.
    result: fc.constantFrom(...Object.keys(outcomes), 'delivered', 'failed', 'failed', 'unreachable'),
  });
  return Array.from({ length: weight }, () => step.map((one) => toCommand(scriptSchema.element.parse(one))));
};
const scripts = fc.commands(Object.entries(weights).flatMap(commandsOf), { maxCommands: 50, size: 'max' });

/** Both merchants have an order before the script begins. */
const opening = scriptSchema.parse([
  { do: 'order', pick: 0, count: 2 },
  { do: 'order', pick: 1, count: 2 },
]);

/** At the end, everything is settled, and a new reader of the feed sees all that retention has left. */
const play = async (commands: Iterable<fc.AsyncCommand<Model, Run>>): Promise<void> => {
  const run = await arrange();
  for (const step of opening) await take(run, step);
  await fc.asyncModelRun(() => ({ model: run.model, real: run }), commands);
  await finish(run);
  const feed = run.model.feed.slice(run.model.feedBegin);
  for (const { id } of run.merchants) {
    const wanted = eventsOf({ ...run.model, feed }, id);
    expect(await createFollower(worlds[0].pool, id).until(wanted.length)).toEqual(wanted);
  }
};

describe('The ledger', () => {
  it(
    '[P2 P4 P5 P11 P13 P20 P22] does what its model allows, with two replicas, and ends what it has begun',
    async () => {
      const script = process.env['MODEL_SCRIPT'];
      if (script !== undefined) return play(scriptSchema.parse(JSON.parse(script)).map(toCommand));
      await fc.assert(fc.asyncProperty(scripts, play), {
        seed,
        numRuns,
        plugins: [fc.interruptAfterTimeLimit(timeLimitMs)],
      });
    },
    timeLimitMs + 60_000,
  );
});
