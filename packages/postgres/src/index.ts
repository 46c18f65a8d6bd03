export { arrayOf, column, ColumnValueError, relation, type Columns } from './column.js';
export {
  classifyDatabaseError,
  retryConflicts,
  hasLostPartition,
  hasWaitedInVain,
  isConnectionLost,
  isDatabaseAway,
} from './errors.js';
export { migrateWhenPossible } from './migrate.js';
export {
  createPool,
  inSnapshot,
  inTransaction,
  limitLockWait,
  limitStatements,
  readThenWrite,
  writeAtOnce,
  type Pool,
  type Queryable,
  type Transaction,
  waitUntilHealthy,
} from './pool.js';
export {
  queryCount,
  queryOne,
  queryRow,
  queryRows,
  queryValue,
  queryValues,
  instantText,
  type RowOf,
  maxUuid,
  nilUuid,
  toDate,
} from './query.js';
export { type Durability, hasFewLocks } from './requirements.js';
export { createStandby, type Standby, type StandbyOptions } from './standby/standby.js';
export { awaitAll } from './pipeline.js';
