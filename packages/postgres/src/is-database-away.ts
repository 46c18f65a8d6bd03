import { types } from 'node:util';
import pg from 'pg';

/** Ours to mend: a feature that is not there, wrong data, a violated constraint, wrong SQL. All else may pass by itself. */
const faultSqlState = /^(0A|21|22|23|42)/;
const awayNodeCode = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$)/;
/** Messages of errors that pg and its pool throw without a code. */
const awayMessage =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout|Client (has encountered|was closed)|Cannot use a pool after)/;

/** Whether trying later can help: a server that is gone, full or restarting, as against SQL that is wrong. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) return !faultSqlState.test(error.code ?? '');
  // Not by instanceof: where modules run in a context of their own, as in tests, those of Node's sockets are of another one.
  if (!types.isNativeError(error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return isConnectionLost(error) || isDatabaseAway(error.cause);
};

/** The connection is gone, or nothing comes over it: the server itself said nothing. */
export const isConnectionLost = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError || !types.isNativeError(error)) return false;
  if ('code' in error && typeof error.code === 'string' && awayNodeCode.test(error.code)) return true;
  return awayMessage.test(error.message);
};

/** A row that was asked for is held by another transaction, for longer than is waited. */
export const hasWaitedInVain = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03';
