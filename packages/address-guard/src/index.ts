export { blockedRanges } from './blocked-ranges.js';
export * from './guard-address.js';
export * from './guard-url.js';
export * from './networks-schema.js';
