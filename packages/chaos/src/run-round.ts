import { checkRound, countRecord, type RoundFindings } from './check/check-round.js';
import { endWithin } from './end-within.js';
import { canRepeat } from './faults/fault.js';
import { startLoad } from './load/start-load.js';
import { hold, listReady, measureBacklog, measureRecovery } from './measure-recovery.js';
import type { PatienceMs } from './patience.js';
import type { PlannedRound } from './plan-rounds.js';
import { createRandom } from './random.js';
import { createRoundRecord, type RoundRecord } from './record.js';
import { type CourierDesk, openCourierDesk } from './shops/courier-desk.js';
import { openShops } from './shops/open-shops.js';
import type { Shop } from './shops/shop.js';
import { setReplicas, type Stage } from './stage.js';

/** Infinite if the round did not finish. `backlogMs`: see `measureBacklog`, for orders accepted before the fault. */
type Recovery = { recoveryMs: number; backlogMs: number };
export type RoundResult = RoundFindings & Recovery & { round: PlannedRound };

export type RoundOptions = { seed: number; rate: number; patienceMs: PatienceMs };

/** Traffic before the fault, and after it, so that both sides of its edges are met. */
const leadMs = 800;
/** A step that ends by itself when its patience is used up gets this much longer, to say what it waited for. */
const graceMs = 40_000;

/** Load, one fault, its end, quiet, and the count. A round that does not finish says why, with its counts so far. */
export const runRound = async (stage: Stage, round: PlannedRound, options: RoundOptions): Promise<RoundResult> => {
  const { patienceMs } = options;
  const record = createRoundRecord();
  const within = createSteps(patienceMs);
  let shops: Shop[] = [];
  const unfinished = (error: unknown): RoundResult => {
    const counted = countRecord(record, shops);
    const lost = [`the round did not end: ${explain(error)}`, ...counted.lost];
    return { ...counted, lost, round, recoveryMs: Number.POSITIVE_INFINITY, backlogMs: Number.POSITIVE_INFINITY };
  };
  try {
    await within('the change of replicas', setReplicas(stage, round.replicas));
    const opened = await within('the opening of the shops', openShops(stage, record, [options.seed, round.number]));
    shops = opened;
    const desk = await within('the opening of the shops', openCourierDesk(stage.courierSystems[0], record));
    const disturbance = { ...options, shops: opened, desk, record, within };
    const result = await disturbAndCount(stage, round, disturbance).catch(unfinished);
    const closing = Promise.all([...shops, desk].map((one) => one.close()));
    await within('the closing of the shops', closing).catch((error: unknown) => result.lost.push(explain(error)));
    return result;
  } catch (error) {
    return unfinished(error);
  }
};

type Within = <T>(step: keyof PatienceMs, work: Promise<T>, graceMs?: number) => Promise<T>;

const createSteps =
  (patienceMs: PatienceMs): Within =>
  (step, work, graceMs = 0) =>
    endWithin(step, patienceMs[step] + graceMs, work);

type Disturbance = RoundOptions & {
  shops: readonly [Shop, ...Shop[]];
  desk: CourierDesk;
  record: RoundRecord;
  within: Within;
};

const disturbAndCount = async (stage: Stage, round: PlannedRound, options: Disturbance): Promise<RoundResult> => {
  const { record, patienceMs, within } = options;
  const recovery = await disturb(stage, round, options);
  await within('quiet', stage.product.waitForQuiet({ timeoutMs: patienceMs.quiet }), graceMs);
  return { ...(await within('the count', checkRound(stage.product, options, record))), round, ...recovery };
};

const disturb = async (stage: Stage, round: PlannedRound, options: Disturbance): Promise<Recovery> => {
  const { shops, record, seed, rate, patienceMs, within } = options;
  const seeds = [seed, round.number];
  const load = startLoad({ ...stage, shops, record, rate, seeds, patienceMs: patienceMs['the end of the load'] });
  const scene = { stage, shops, random: createRandom(...seeds) };
  try {
    await hold(leadMs);
    const accepted = listReady(record);
    if (canRepeat(round.fault)) record.disturbedMs = Date.now();
    const heal = await within('the begin of the fault', round.fault.inject(scene));
    await hold(round.holdMs);
    await within('the end of the fault', heal());
    const signal = AbortSignal.timeout(patienceMs.recovery);
    const measured = Promise.all([
      measureRecovery(shops[0], record, signal),
      measureBacklog(stage.product, shops, accepted, signal),
    ]);
    const [recoveryMs, backlogMs] = await within('recovery', measured, graceMs);
    await hold(leadMs);
    return { recoveryMs, backlogMs };
  } finally {
    // Messages held by a till that dies from here on would only lengthen the round.
    for (const { till } of shops) till.settle();
    // Noted, not thrown: it must not hide the round's first failure.
    await within('the end of the load', load.finish(), graceMs).catch((error: unknown) =>
      record.unfinished.push(explain(error)),
    );
  }
};

const explain = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error instanceof Error ? error.message : String(error)}${cause}`;
};
