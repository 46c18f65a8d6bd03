import { checkRound, type RoundFindings } from './check/check-round.js';
import { startLoad } from './load/start-load.js';
import { hold, measureRecovery } from './measure-recovery.js';
import type { PlannedRound } from './plan-rounds.js';
import { createRandom } from './random.js';
import { createRoundRecord, type RoundRecord } from './record.js';
import { openShops, type Shop } from './shops.js';
import { setReplicas, type Stage } from './stage.js';

export type RoundResult = RoundFindings & { round: PlannedRound; recoveryMs: number };

export type RoundOptions = { seed: number; rate: number };

/** Traffic before the fault, and after it, so that both sides of its edges are met. */
const leadMs = 800;
/** For everything that is under way when the fault is over: retries of webhooks and the probe of a breaker included. */
const patienceMs = 90_000;

/** Load, one fault, its end, quiet, and the count. */
export const runRound = async (stage: Stage, round: PlannedRound, options: RoundOptions): Promise<RoundResult> => {
  await setReplicas(stage, round.replicas);
  const record = createRoundRecord();
  const shops = await openShops(stage, record);
  try {
    const recoveryMs = await disturb(stage, round, { ...options, shops, record });
    await stage.product.waitForQuiet({ timeoutMs: patienceMs });
    return { ...(await checkRound(stage.product, shops, record)), round, recoveryMs };
  } finally {
    await Promise.all(shops.map((shop) => shop.close()));
  }
};

type Disturbance = RoundOptions & { shops: readonly [Shop, ...Shop[]]; record: RoundRecord };

const disturb = async (stage: Stage, round: PlannedRound, options: Disturbance): Promise<number> => {
  const { shops, record, seed, rate } = options;
  const seeds = [seed, round.number];
  const load = startLoad({ ...stage, shops, record, rate, seeds, patienceMs });
  const scene = { stage, shops, random: createRandom(...seeds) };
  try {
    await hold(leadMs);
    const heal = await round.fault.inject(scene);
    await hold(round.holdMs);
    await heal();
    const recoveryMs = await measureRecovery(shops[0], record, AbortSignal.timeout(patienceMs));
    await hold(leadMs);
    return recoveryMs;
  } finally {
    await load.finish();
  }
};
