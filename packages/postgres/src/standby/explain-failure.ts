import pg from 'pg';
import { isDatabaseAway } from '../is-database-away.js';
import type { StandbyFault } from './judge-standby.js';

/** Thrown instead of a connection to a standby that must not be used. */
export class StandbyRefusedError extends Error {
  override readonly name = 'StandbyRefusedError';
  readonly fault: StandbyFault;

  constructor(fault: StandbyFault) {
    super(`the standby is not used: ${fault}`);
    this.fault = fault;
  }
}

/** Failures of one read alone: it conflicted with replay, or it took too long. */
export type ReadFailure = 'conflict' | 'slow';

/** Connection, resources, start and stop: not of a statement, but of the server. */
const awaySqlState = /^(08|28|3D|53|57)/;

/**
 * Why a read from a standby failed; `undefined` for an error that does not come from the database.
 * A statement that the primary takes and a standby does not is `failing`: a schema that has not arrived, or a write.
 */
export const explainFailure = (error: unknown): ReadFailure | StandbyFault | undefined => {
  if (error instanceof StandbyRefusedError) return error.fault;
  if (!(error instanceof pg.DatabaseError)) return isDatabaseAway(error) ? 'away' : undefined;
  const { code = '' } = error;
  // Class 40 on a standby is always a conflict with replay; 55P03: replay holds the lock that the statement waited for.
  if (code.startsWith('40') || code === '55P03') return 'conflict';
  if (code === '57014') return 'slow';
  return awaySqlState.test(code) ? 'away' : 'failing';
};

export const isFault = (why: ReadFailure | StandbyFault): why is StandbyFault => why !== 'conflict' && why !== 'slow';
