import type { Sealer } from '@delivery/service-kit';
import { sweepErasures, type ErasureDeps } from '../operations/run-erasure.js';
import { feedReplays } from '../replays/feed-replays.js';
import { applyRetention, type RetentionDeps } from '../operations/apply-retention.js';
import type { Sweep } from './create-sweeper.js';
import { sweepSealed } from './sweep-sealed.js';
import { createSweepParked, sweepExpiredParked, type SweepParkedDeps } from './sweep-parked.js';
import { sweepTopology, type TopologyDeps } from './sweep-topology.js';
import { createSweepStuckGates, sweepDeleted, sweepLeases, sweepUnpublished, type SweepDeps } from './sweeper.js';

/** What events cannot tell: a process that died, a message that was lost, a time that has passed. */
export const listSweeps = (
  deps: SweepDeps &
    RetentionDeps &
    ErasureDeps &
    TopologyDeps &
    SweepParkedDeps & { sealer: Sealer; wakeRelay: () => void },
): Sweep[] => [
  { name: 'unpublished', everyMs: 2_000, run: () => sweepUnpublished(deps) },
  { name: 'leases', everyMs: 5_000, run: () => sweepLeases(deps) },
  { name: 'topology', everyMs: 10_000, run: () => sweepTopology(deps) },
  { name: 'parked', everyMs: 30_000, soonMs: 500, run: createSweepParked(deps) },
  { name: 'expired parked', everyMs: 30_000, soonMs: 0, run: () => sweepExpiredParked(deps) },
  { name: 'replays', everyMs: 30_000, soonMs: 250, run: () => feedReplays({ ...deps, onQueued: deps.wakeRelay }) },
  { name: 'deleted endpoints', everyMs: 10_000, run: () => sweepDeleted(deps) },
  { name: 'stuck gates', everyMs: 60_000, run: createSweepStuckGates(deps) },
  { name: 'sealed', everyMs: 60_000, soonMs: 100, run: () => sweepSealed(deps) },
  { name: 'erasures', everyMs: 30_000, run: () => sweepErasures(deps) },
  { name: 'retention', everyMs: 600_000, run: () => applyRetention(deps) },
];
