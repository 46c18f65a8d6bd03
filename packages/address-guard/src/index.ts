export { blockedRanges } from './blocked-ranges.js';
export * from './guard.js';
