export { faultTitle, selectFaults } from './faults/list-faults.js';
export type { Fault } from './faults/fault.js';
export { runRounds } from './run-chaos.js';
export { openStage, type Stage } from './stage.js';
