import { createLogger, loadConfigOrExit, shutdownOnSignal, startOrExit } from '@delivery/service-kit';
import { configSchema, describeConfig } from './config.js';
import { startService } from './start-service.js';

const config = loadConfigOrExit(configSchema, process.env);
const logger = createLogger({ service: 'courier-simulator', level: config.LOG_LEVEL });
const service = await startOrExit(logger, () => startService(config, logger));
shutdownOnSignal({ logger, onStopping: service.onStopping, steps: service.stopSteps });
logger.info({ port: service.port, config: describeConfig(config) }, 'service.started');
