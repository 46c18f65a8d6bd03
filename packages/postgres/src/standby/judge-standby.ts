import pg from 'pg';
import { isDatabaseAway } from '../errors.js';

/** The state that one server reports. */
export type ServerState = {
  /** Whether it replays the WAL of another server. */
  is_standby: boolean;
  /** Cluster and database: equal on a primary and its standbys, and on no other server. */
  database: string;
  /**
   * Position in bytes of WAL: written durably by a primary, or replayed by a standby; `null`: not reported.
   */
  position: number | null;
};

/**
 * The primary's position at a time of this process's clock. Everything that was committed before is in front of it.
 */
export type Mark = { atMs: number; database: string; position: number };

/** Why a standby is not used. */
export type StandbyFault = 'starting' | 'away' | 'behind' | 'not_a_standby' | 'another_database' | 'failing';

export type StandbyVerdict = { fault: StandbyFault } | { freshAsOfMs: number };

/**
 * The time up to which a standby shows everything: the time of the newest mark that it has replayed. Only this
 * process's clock is read, and an idle primary does not make a standby look late.
 * @param marks oldest first
 */
export const judgeStandby = (server: ServerState, marks: readonly Mark[]): StandbyVerdict => {
  const newest = marks.at(-1);
  if (!newest) return { fault: 'starting' };
  if (!server.is_standby) return { fault: 'not_a_standby' };
  if (server.database !== newest.database) return { fault: 'another_database' };
  const { position } = server;
  const replayed = position === null ? undefined : marks.findLast((mark) => mark.position <= position);
  return replayed ? { freshAsOfMs: replayed.atMs } : { fault: 'behind' };
};

/**
 * Whether it has replayed more than its primary has written: then it follows another history, as after a restore of the
 * primary.
 * @param later a mark taken after the standby was asked
 */
export const isAhead = ({ position }: ServerState, later: Mark): boolean =>
  position !== null && position > later.position;

/** Thrown instead of a connection to a standby that must not be used. */
export class StandbyRefusedError extends Error {
  override readonly name = 'StandbyRefusedError';
  readonly fault: StandbyFault;

  constructor(fault: StandbyFault) {
    super(`the standby is not used: ${fault}`);
    this.fault = fault;
  }
}

/** Failures of a single read: it conflicted with replay, or took too long. */
export type ReadFailure = 'conflict' | 'slow';

/** Failures of the server instead of a statement: connection, resources, start and stop. */
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
