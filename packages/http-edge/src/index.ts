export * from './field-errors.js';
export * from './health.js';
export * from './http-server.js';
export * from './parse-json-body.js';
export * from './problem.js';
export * from './query.js';
export * from './read-body.js';
