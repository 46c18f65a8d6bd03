import { queryOne } from '@delivery/postgres';
import { dayOf } from '../../src/ledger/queries/partition-days.js';
import { createLedgerWorld, type LedgerWorld } from '../support/ledger-world.js';
import { findFault } from './find-faults.js';
import { begin, createActor, interleave } from './interleave.js';
import { saveRows } from './saved-rows.js';
import { buildScene, type Scene } from './scenes.js';
import { installStops, readReached, stopAt, stopNowhere } from './stops.js';
import { type Transaction, transactions } from './transactions.js';

/**
 * Where the first transaction stops while the second one runs: before one of its statements, or inside one. Both count from 1, over all
 * that it does.
 */
type Stop = { at: 'statement' | 'inside'; number: number };

/** One way in which two transactions come together. */
export type Schedule = { sceneName: string; first: Transaction; stop: Stop; second: Transaction };

/** `<scene>/<first>/<statement or inside>:<number>/<second>`. */
export const toScript = ({ sceneName, first, stop, second }: Schedule): string =>
  [sceneName, first.name, `${stop.at}:${stop.number}`, second.name].join('/');

/** Schedules. Each leaves dead rows. */
const vacuumEvery = 300;

export const createExplorer = async () => {
  const world = await createLedgerWorld({ isPatient: true });
  // A deadlock is a fault, and is found soon. The drop of a day gives up before, after 100 ms.
  await world.pool.query(
    `do $$ begin execute format('alter database %I set deadlock_timeout = ''200ms''', current_database()); end $$`,
  );
  const stops = await installStops(world.databaseUrl);
  const [one, other] = [await createActor(world), await createActor(world)];
  const open = await createScenes(world);
  let runs = 0;

  const ask = async (query: string): Promise<void> => {
    one.gated.reset(Infinity);
    await one.gated.pool.query(query);
  };

  /** All places at which a transaction can stop when it runs alone. */
  const listStops = async (scene: Scene, first: Transaction): Promise<Stop[]> => {
    await ask(stopAt(0));
    await (
      await begin(one, first, { scene, passMax: Infinity })
    ).ended;
    const statements = [...one.gated.statements];
    one.gated.reset(Infinity);
    const { reached } = await queryOne<{ reached: number }>(one.gated.pool, readReached);
    return [
      ...statements.flatMap((_, index): Stop[] =>
        isIdle(statements, index) ? [] : [{ at: 'statement', number: index + 1 }],
      ),
      ...Array.from({ length: reached }, (_, index): Stop => ({ at: 'inside', number: index + 1 })),
    ];
  };

  return {
    /** All schedules of a scene with these first transactions. */
    list: async (sceneName: string, isFirst: (name: string) => boolean): Promise<Schedule[]> => {
      const schedules: Schedule[] = [];
      const { scene } = await open(sceneName);
      const those = transactions.filter(({ isFor }) => isFor(scene));
      for (const first of those.filter(({ name }) => isFirst(name))) {
        for (const stop of await listStops((await open(sceneName)).scene, first))
          schedules.push(...those.map((second) => ({ sceneName, first, stop, second })));
      }
      return schedules;
    },
    /** @returns what went wrong */
    run: async ({ sceneName, first, stop, second }: Schedule): Promise<string | undefined> => {
      if ((runs += 1) % vacuumEvery === 0) await world.pool.query('vacuum');
      const { scene } = await open(sceneName);
      await stops.hold();
      await ask(stop.at === 'inside' ? stopAt(stop.number) : stopNowhere);
      const passMax = stop.at === 'statement' ? stop.number - 1 : Infinity;
      const begun = await begin(one, first, { scene, passMax });
      const fault = await interleave(world.pool, stops, begun, () =>
        begin(other, second, { scene, passMax: Infinity }),
      );
      return fault ?? findFault(world, scene);
    },
    close: async () => {
      await Promise.all([one.world.close(), other.world.close(), stops.close()]);
      await world.close();
    },
  };
};
export type Explorer = Awaited<ReturnType<typeof createExplorer>>;

/** @returns builds a scene, or puts it back: the rows of the one before are gone */
const createScenes = async (world: LedgerWorld) => {
  const saved = new Map<string, { scene: Scene; restore: () => Promise<void> }>();
  await dropOtherDays(world);
  const empty = await saveRows(world.pool, 'no_scene');
  const beganMs = world.now();
  return async (name: string): Promise<{ scene: Scene }> => {
    const known = saved.get(name);
    await (known ? known.restore() : empty());
    world.queue.splice(0, world.queue.length, ...(known ? known.scene.queue : []));
    world.released.length = 0;
    world.advance((known ? known.scene.nowMs : beganMs) - world.now());
    if (known) return known;
    const scene = await buildScene(world, name);
    saved.set(name, { scene, restore: await saveRows(world.pool, `scene_${saved.size}`) });
    world.released.length = 0;
    return { scene };
  };
};

/** Statements about history are planned for each day: two are enough, the day of the orders and the day of the events. */
const dropOtherDays = async ({ pool, now }: LedgerWorld): Promise<void> => {
  const kept = [dayOf(new Date(now())), dayOf(new Date())];
  await pool.query('select drop_day_partitions(day) from partition_days where day <> all($1::date[])', [kept]);
};

/** Nothing has happened between the statement before this one and this one: it stops there, too. */
const isIdle = (statements: readonly string[], index: number): boolean =>
  index > 0 && /^(begin|limit_|rollback)/.test(statements[index - 1] ?? '');
