import type { Problem } from '@delivery/contracts';

/** The command was not understood: exit code 2, with a hint at the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The service answered with a problem: exit code 1, or 3 where it asks to try again later. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  constructor(readonly problem: Pick<Problem, 'status' | 'code' | 'detail' | 'errors'>) {
    super(problem.detail);
  }
}

/** There was no answer: exit code 3. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}
