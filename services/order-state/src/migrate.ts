import { createLogger, exitAfterLog, loadConfigOrExit, unusableEnvironment } from '@delivery/service-kit';
import { migrateConfigSchema } from './config.js';
import { migrateOnce } from './prepare-database.js';

// Before a release runs: applies its migrations as the owner of the database, and ends. The service itself then works
// with a role that may only read and write rows. A signal ends it as it ends any process; the server rolls back what
// was under way.
const config = loadConfigOrExit(migrateConfigSchema, process.env);
const logger = createLogger({ service: 'order-state.migrate', level: config.LOG_LEVEL });
try {
  await migrateOnce(config.DATABASE_URL, logger);
  await exitAfterLog(logger, 0);
} catch (error) {
  logger.fatal({ err: error }, 'database.preparation_failed');
  await exitAfterLog(logger, unusableEnvironment);
}
