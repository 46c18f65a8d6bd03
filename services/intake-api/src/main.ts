import { ConfigError, createLogger, shutdownOnSignal } from '@delivery/service-kit';
import { describeConfig, readConfig, type Config } from './config.js';
import { startIntake } from './start-intake.js';

const main = async (): Promise<void> => {
  const config = readConfigOrExit();
  const logger = createLogger({ service: 'intake-api', level: config.LOG_LEVEL });
  const intake = await startIntake(config, logger);
  shutdownOnSignal({ logger, onStopping: intake.onStopping, steps: intake.stopSteps });
  logger.info({ port: intake.port, config: describeConfig(config) }, 'service.started');
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
