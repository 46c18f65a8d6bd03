import type { Fault, Replicas } from './faults/fault.js';
import { createRandom } from './random.js';

export type PlannedRound = {
  /** From 1. */
  number: number;
  fault: Fault;
  /** Replicas of each service. */
  replicas: Replicas;
  /** How long the fault lasts. */
  holdMs: number;
};

const holdMinMs = 500;
const holdMaxMs = 4_000;

/** The schedule: the same for the same seed and faults. Every fault comes once before any comes again. */
export const planRounds = (faults: readonly Fault[], count: number, seed: number): PlannedRound[] => {
  const variants = faults.flatMap((fault) => fault.replicas.map((replicas) => ({ fault, replicas })));
  if (variants.length === 0) throw new Error('no faults to plan with');
  const random = createRandom(seed);
  const rounds: PlannedRound[] = [];
  while (rounds.length < count) {
    for (const variant of random.shuffle(variants).slice(0, count - rounds.length)) {
      rounds.push({ ...variant, number: rounds.length + 1, holdMs: random.between(holdMinMs, holdMaxMs) });
    }
  }
  return rounds;
};
