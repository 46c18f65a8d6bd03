import { ConfigError, createLogger, shutdownOnSignal } from '@delivery/service-kit';
import { describeConfig, readConfig, type Config } from './config.js';
import { startDispatcher } from './start-dispatcher.js';

const main = async (): Promise<void> => {
  const config = readConfigOrExit();
  const logger = createLogger({ service: 'webhook-dispatcher', level: config.LOG_LEVEL });
  const dispatcher = await startDispatcher(config, logger);
  shutdownOnSignal({ logger, onStopping: dispatcher.onStopping, steps: dispatcher.stopSteps });
  logger.info({ port: dispatcher.port, config: describeConfig(config) }, 'service.started');
};

const readConfigOrExit = (): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
};

await main();
