import type { Check, Observation } from './check.js';
import { gap, outOfOrder, repeat } from './checks/order-checks.js';
import { badSignature, goodSignature, rotation, staleTimestamp } from './checks/signature-checks.js';
import { bigHeaders, createSlowAnswer, unknownEvent, unknownField } from './checks/tolerance-checks.js';
import type { Lab } from './lab.js';

export type CheckResult = {
  check: Check;
  /**
   * `unseen`: nothing speaks against it, and not all of it can be seen from outside. `not_run`: without a good signature
   * that is taken the others would fail for that alone.
   */
  outcome: 'passed' | 'failed' | 'unseen' | 'not_run';
  observations: readonly Observation[];
};

export const createChecks = (answerWithinSeconds: number): readonly Check[] => [
  goodSignature,
  badSignature,
  staleTimestamp,
  repeat,
  outOfOrder,
  gap,
  rotation,
  createSlowAnswer(answerWithinSeconds),
  bigHeaders,
  unknownEvent,
  unknownField,
];

/** One after the other, each with orders of its own; each result as soon as it is there. */
export const runChecks = async function* (checks: readonly Check[], lab: Lab): AsyncGenerator<CheckResult> {
  let isSigned = true;
  for (const check of checks) {
    const observations: Observation[] = isSigned ? await check.observe(lab) : [];
    yield { check, outcome: judge(observations), observations };
    if (check === goodSignature) isSigned = observations.some(({ verdict }) => verdict === 'as_wanted');
  }
};

const judge = (observations: readonly Observation[]): CheckResult['outcome'] => {
  if (observations.length === 0) return 'not_run';
  const verdicts = observations.map(({ verdict }) => verdict);
  if (verdicts.includes('otherwise')) return 'failed';
  return verdicts.includes('unseen') ? 'unseen' : 'passed';
};
