export * from './find-curls.js';
export * from './find-disorder.js';
export * from './find-leaks.js';
export * from './run-journey.js';
export * from './start-till.js';
export * from './verify-webhook.js';
