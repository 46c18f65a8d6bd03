export { arrayOf, column, ColumnValueError } from './column.js';
export { classifyDatabaseError, retryConflicts } from './error-kind.js';
export { hasWaitedInVain, isConnectionLost, isDatabaseAway } from './is-database-away.js';
export { migrateWhenPossible } from './migrate.js';
export {
  createPool,
  inSnapshot,
  inTransaction,
  limitLockWait,
  readThenWrite,
  writeAtOnce,
  type Pool,
  type Queryable,
  type Transaction,
} from './pool.js';
export { queryCount, queryOne, queryRow, queryRows, queryValue, queryValues } from './query.js';
export { relation, type Columns } from './relation.js';
export { instantText, type RowOf } from './row-of.js';
export { maxUuid, nilUuid, toDate } from './sql-types.js';
export { createStandby, type Standby, type StandbyOptions } from './standby/standby.js';
export { awaitAll } from './await-all.js';
export { waitUntilHealthy } from './wait-until-healthy.js';
