import type { ApplyMessages } from '../commands/apply-messages.js';
import type { Sweep } from './create-sweeper.js';
import { sweepExpiredParked, sweepParked } from './sweep-parked.js';
import { sweepDeleted, sweepLeases, sweepStuckGates, sweepUnpublished, type SweepDeps } from './sweeper.js';

/** What the events themselves cannot tell: a process that died, a message that was lost, a time that has passed. */
export const listSweeps = (deps: SweepDeps & { apply: ApplyMessages }): Sweep[] => [
  { name: 'unpublished', everyMs: 2_000, run: () => sweepUnpublished(deps) },
  { name: 'leases', everyMs: 5_000, run: () => sweepLeases(deps) },
  { name: 'parked', everyMs: 5_000, run: () => sweepParked(deps) },
  { name: 'expired parked', everyMs: 30_000, run: () => sweepExpiredParked(deps) },
  { name: 'deleted endpoints', everyMs: 10_000, run: () => sweepDeleted(deps) },
  { name: 'stuck gates', everyMs: 60_000, run: () => sweepStuckGates(deps) },
];
