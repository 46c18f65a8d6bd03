import { createLogger, loadConfigOrExit, shutdownOnSignal, startOrExit } from '@delivery/service-kit';
import { configSchema, describeConfig } from './config.js';
import { startDispatcher } from './start-dispatcher.js';

const config = loadConfigOrExit(configSchema, process.env);
const logger = createLogger({ service: 'webhook-dispatcher', level: config.LOG_LEVEL });
const service = await startOrExit(logger, () => startDispatcher(config, logger));
shutdownOnSignal({ logger, onStopping: service.onStopping, steps: service.stopSteps });
logger.info({ port: service.port, config: describeConfig(config) }, 'service.started');
