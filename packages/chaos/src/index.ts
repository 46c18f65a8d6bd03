export { allFaults, faultTitle, selectFaults } from './faults/list-faults.js';
export type { Fault, Part } from './faults/fault.js';
export { renderTable } from './render-table.js';
export { runChaos, type ChaosOptions, type ChaosResult } from './run-chaos.js';
export type { RoundResult } from './run-round.js';
