export * from './config.js';
export * from './fair-queue.js';
export * from './heartbeat.js';
export * from './keyed-tokens.js';
export * from './logger.js';
export * from './metrics.js';
export * from './natural-batches.js';
export * from './seal.js';
export * from './share-readings.js';
export {
  drainTimeoutMs,
  type RunningService,
  shutdownOnSignal,
  type ShutdownStep,
  startOrExit,
  within,
} from './shutdown.js';
