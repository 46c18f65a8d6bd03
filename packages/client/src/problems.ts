import { problemClasses } from './problem-classes.generated.js';
import { ProblemError, type ProblemFacts, UnknownProblem } from './problem-error.js';

export * from './problem-classes.generated.js';
export { ExternalIdConflict, ProblemError, type ProblemFacts, UnknownProblem } from './problem-error.js';

export type ProblemCode = keyof typeof problemClasses;
/** Every class; narrow it by `code` or by `instanceof`. */
export type Problem = InstanceType<(typeof problemClasses)[ProblemCode]> | UnknownProblem;

const isKnown = (code: string): code is ProblemCode => Object.hasOwn(problemClasses, code);

export const createProblem = (facts: ProblemFacts): Problem => {
  const { code } = facts.details;
  return isKnown(code) ? new problemClasses[code](facts) : new UnknownProblem(facts);
};

/** For a `catch`: `error` as one of the classes, so that `switch (error.code)` knows them all. */
export const isProblem = (error: unknown): error is Problem => error instanceof ProblemError;
