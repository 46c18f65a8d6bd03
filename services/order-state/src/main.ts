import { createLogger, loadConfig, shutdownOnSignal } from '@delivery/service-kit';
import { startOrderState } from './app.js';
import { configSchema } from './config.js';

const config = loadConfig(configSchema, process.env);
const logger = createLogger({ service: 'order-state', level: config.LOG_LEVEL });
const service = await startOrderState(config, logger);
shutdownOnSignal({ logger, onStopping: service.onStopping, steps: service.shutdownSteps });
logger.info({ port: service.port }, 'service.started');
