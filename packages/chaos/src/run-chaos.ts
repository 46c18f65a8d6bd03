import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endWithin } from './end-within.js';
import type { Fault } from './faults/fault.js';
import { faultTitle } from './faults/list-faults.js';
import { defaultPatienceMs, type PatienceMs } from './patience.js';
import { type PlannedRound, planRounds } from './plan-rounds.js';
import { type RoundResult, runRound } from './run-round.js';
import { openStage, type Stage } from './stage.js';

export type ChaosOptions = {
  faults: readonly Fault[];
  rounds: number;
  seed: number;
  /** Orders per second. */
  rate: number;
  /** One line of progress. */
  log: (line: string) => void;
  /** Where the services' logs of a failed round are kept. None: nowhere. */
  logDir?: string | undefined;
  /** Ends the run after the round under way. */
  signal?: AbortSignal;
  /** Other than the default, for single steps. */
  patienceMs?: Partial<PatienceMs>;
};

type ChaosResult = { results: RoundResult[]; isFlawless: boolean };

/** Round after round on one stage, which is opened for them. Ends early only where a round could not come to rest. */
export const runChaos = async (options: ChaosOptions): Promise<ChaosResult> => {
  const { log } = options;
  const limitMs = { ...defaultPatienceMs, ...options.patienceMs };
  const close = (stage: Stage) => closeStage(stage, limitMs['the end of the stage'], log);
  const stage = await endWithin('the start of the stage', limitMs['the start of the stage'], openStage(log));
  const results = await runRounds(stage, options).catch(async (error: unknown) => {
    await close(stage);
    throw error;
  });
  const isStopped = await close(stage);
  return { results, isFlawless: isStopped && results.length > 0 && !results.some(hasFault) };
};

export const runRounds = async (stage: Stage, options: ChaosOptions): Promise<RoundResult[]> => {
  const { seed, rate } = options;
  const patienceMs = { ...defaultPatienceMs, ...options.patienceMs };
  const results: RoundResult[] = [];
  for (const round of planRounds(options.faults, options.rounds, seed)) {
    const result = await runRound(stage, round, { seed, rate, patienceMs });
    results.push(result);
    report(result, options);
    if (hasFault(result)) await keepLogs(stage, round, options.logDir);
    if (!Number.isFinite(result.recoveryMs) || options.signal?.aborted) break;
  }
  return results;
};

/** A process that does not stop in good order is a fault, and no reason to keep the results back. */
const closeStage = async (stage: Stage, patienceMs: number, log: ChaosOptions['log']): Promise<boolean> => {
  try {
    await endWithin('the end of the stage', patienceMs, stage.close());
    return true;
  } catch (error) {
    log(`could not stop cleanly: ${String(error)}`);
    return false;
  }
};

const hasFault = ({ lost, disorder }: RoundResult): boolean => lost.length + disorder.length > 0;

const findingMax = 12;

const report = ({ round, ...result }: RoundResult, { log, rounds }: ChaosOptions): void => {
  const recovery = Number.isFinite(result.recoveryMs)
    ? `recovered in ${(result.recoveryMs / 1_000).toFixed(1)} s, what was accepted before in ${(result.backlogMs / 1_000).toFixed(1)} s`
    : 'did not end: the run stops here';
  const counts = `${result.accepted} orders, ${result.delivered} webhooks (${result.ofCouriers} of a courier's system), ${result.retries} calls sent again, ${result.lanes} traces replayed, ${result.duplicates} duplicates`;
  const pulled = `${result.pulled} of the webhooks pulled by tills that died ${result.tillDeaths} times: ${result.handedOutAgain} handed out again, ${result.duplicatesPulled} after their ack`;
  const replicas = round.replicas === 1 ? '1 replica' : `${round.replicas} replicas`;
  const verdict = hasFault({ round, ...result }) ? 'FAULT' : 'ok';
  log(`${round.number}/${rounds} ${faultTitle(round.fault)} (${replicas}, ${round.holdMs} ms): ${verdict}`);
  log(`    ${counts}, ${recovery}`);
  log(`    ${pulled}`);
  for (const finding of [...result.lost, ...result.disorder].slice(0, findingMax)) log(`    ${finding}`);
};

const keepLogs = async ({ product }: Stage, round: PlannedRound, logDir: string | undefined): Promise<void> => {
  if (logDir === undefined) return;
  await mkdir(logDir, { recursive: true });
  for (const service of product.services) {
    const text = service.logs().map((line) => `${line.text}\n`);
    await writeFile(join(logDir, `round-${round.number}-${service.name}-${service.replica}.log`), text.join(''));
  }
};
