import { checkShopFeed, checkSystem, countRecord } from '../check/check-round.js';
import { findLosses } from '../check/find-losses.js';
import { type OrderTruth, readTruths } from '../check/truth.js';
import { endWithin } from '../end-within.js';
import { callTimeoutMs } from '../load/insist.js';
import { startLoad } from '../load/start-load.js';
import { hold, measureRecovery } from '../measure-recovery.js';
import { defaultPatienceMs } from '../patience.js';
import type { PlannedRound } from '../plan-rounds.js';
import { createRoundRecord, type OrderRecord, type RoundRecord } from '../record.js';
import { runRound } from '../run-round.js';
import { openCourierDesk } from '../shops/courier-desk.js';
import { openShops } from '../shops/open-shops.js';
import type { Shop } from '../shops/shop.js';
import { openStage, type Stage } from '../stage.js';
import { countDrill, type DrillCounts } from './count-drill.js';
import type { Disaster } from './disaster.js';
import { type Moment, takeAppliedMoment, takeMoment } from './moments.js';
import { sendAgain } from './send-again.js';

export type DrillOptions = {
  seed: number;
  /** Orders per second. */
  rate: number;
  /** From the recovery point to the loss. */
  gapMs: number;
  log: (line: string) => void;
};

export type DrillResult = DrillCounts & {
  disaster: Disaster;
  /** From the recovery point to the loss. */
  rpoMs: number;
  /** From the loss to the webhook of a new order, without the time in which people notice and decide. */
  rtoMs: number;
  /** Orders of the ordinary round that follows. */
  ordersAfter: number;
};

const leadMs = 4_000;
/** An answer to what was applied before the loss arrives within a client's patience, or never. */
const answersMs = callTimeoutMs + 1_000;
/** Journeys that wait for what was lost are given up after it. */
const loadPatienceMs = 25_000;

/** Load, a recovery point, a loss, the way back, and the counts; then a round without a fault. */
export const runDrill = async (disaster: Disaster, options: DrillOptions): Promise<DrillResult> => {
  const patience = defaultPatienceMs;
  const stage = await endWithin(
    'the start of the stage',
    patience['the start of the stage'],
    openStage(options.log, disaster.stage),
  );
  try {
    return await rehearse(stage, disaster, options);
  } finally {
    await endWithin('the end of the stage', patience['the end of the stage'], stage.close());
  }
};

type Loss = { secured: Moment; atLoss: Moment; rpoMs: number; rtoMs: number };

const rehearse = async (stage: Stage, disaster: Disaster, options: DrillOptions): Promise<DrillResult> => {
  const { product } = stage;
  const record = createRoundRecord();
  const shops = await openShops(stage, record, [options.seed]);
  const desk = await openCourierDesk(stage.courierSystems[0], record);
  const loss = await loseAndRecover(stage, shops, record, disaster, options);
  const orders = [...record.orders.values()];
  await product.waitForQuiet({ timeoutMs: defaultPatienceMs.quiet });
  const recovered = await readTruths(product, shops, orders);
  for (const order of loss.atLoss) {
    const truth = recovered.get(order.id);
    if (truth && needsRepeat(order, truth)) await sendAgain(shops, order);
  }
  await product.waitForQuiet({ timeoutMs: defaultPatienceMs.quiet });
  const final = await readTruths(product, shops, orders);
  const counts = countDrill({ record, secured: loss.secured, atLoss: loss.atLoss, recovered, final });
  const findings = { ...countRecord(record, shops), lost: [], disorder: [] };
  for (const shop of shops) await checkShopFeed(shop, orders, final, findings);
  await checkSystem(product, findings);
  await Promise.all([...shops, desk].map((one) => one.close()));
  const after = await runRound(stage, undisturbed, { ...options, patienceMs: defaultPatienceMs });
  const faults = [...counts.faults, ...findings.lost, ...after.lost, ...after.disorder];
  return { disaster, ...counts, ...loss, faults, ordersAfter: after.accepted };
};

/** Merchants repeat their own calls, and no report of a courier. */
const needsRepeat = (order: OrderRecord, truth: OrderTruth): boolean =>
  findLosses({ ...order, reported: [] }, truth).length > 0;

const loseAndRecover = async (
  stage: Stage,
  shops: readonly [Shop, ...Shop[]],
  record: RoundRecord,
  disaster: Disaster,
  { seed, rate, gapMs }: DrillOptions,
): Promise<Loss> => {
  const load = startLoad({ ...stage, shops, record, rate, seeds: [seed], patienceMs: loadPatienceMs });
  const rescue = await disaster.prepare(stage);
  try {
    await hold(leadMs);
    const secured = await takeAppliedMoment(stage.databaseUrl, record);
    const securedMs = performance.now();
    await rescue.secure();
    await hold(gapMs);
    const lostMs = performance.now();
    await rescue.lose();
    const answered = hold(answersMs).then(() => takeMoment(record));
    const [atLoss] = await Promise.all([answered, rescue.recover()]);
    await measureRecovery(shops[0], record, AbortSignal.timeout(defaultPatienceMs.recovery));
    const rtoMs = performance.now() - lostMs;
    await hold(leadMs);
    return { secured, atLoss, rpoMs: lostMs - securedMs, rtoMs };
  } finally {
    for (const { till } of shops) till.settle();
    await load.finish();
  }
};

/** A round as chaos runs it, with all of its checks: the product works as before. */
const undisturbed: PlannedRound = {
  number: 2,
  fault: {
    part: 'merchant',
    name: 'none',
    summary: 'nothing is broken',
    replicas: [1],
    inject: () => Promise.resolve(() => Promise.resolve()),
  },
  replicas: 1,
  holdMs: leadMs,
};
