export * from './bounded-log.js';
export * from './fair-queue.js';
export * from './load-config.js';
export * from './logger.js';
export * from './metrics.js';
export * from './natural-batches.js';
export * from './seal.js';
export * from './shutdown.js';
