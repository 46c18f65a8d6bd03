import { findProcessesIn } from '../processes/find-processes.js';
import { stopProcess } from '../processes/stop-process.js';

const stopGraceMs = 30_000;

/** Ends a node and then the epmd that earlier runs left in this directory: one without its epmd hangs while it stops. */
export const stopEarlierRabbitmq = async (home: string): Promise<void> => {
  for (const name of ['beam.smp', 'epmd']) {
    for (const leftover of findProcessesIn(home, [name])) await stopProcess(leftover, 'SIGTERM', stopGraceMs);
  }
};
