import type { Sealer } from '@delivery/service-kit';
import { createRetention, pauseAfterMs, type RetentionDeps } from '../operations/apply-retention.js';
import { recordEndpointHistory, type RecordEndpointHistoryDeps } from '../operations/record-endpoint-history.js';
import { recordHistory, type RecordHistoryDeps } from '../operations/record-history.js';
import { type ErasureDeps, sweepErasures } from '../operations/run-erasure.js';
import { feedEveryMs, feedReplays } from '../replays/feed-replays.js';
import type { Sweep, SweepName } from './create-sweeper.js';
import { createSweepStuckGates, sweepDeleted, type SweepDeps, sweepLeases, sweepUnpublished } from './sweep-ledger.js';
import { createSweepParked, sweepExpiredParked, type SweepParkedDeps } from './sweep-parked.js';
import { sweepSealed } from './sweep-sealed.js';
import { sweepStatistics } from './sweep-statistics.js';
import { sweepTopology, type TopologyDeps } from './sweep-topology.js';

/** What events cannot tell: a process that died, a message that was lost, a time that has passed. */
export const listSweeps = (
  deps: SweepDeps &
    RetentionDeps &
    ErasureDeps &
    TopologyDeps &
    RecordHistoryDeps &
    RecordEndpointHistoryDeps &
    SweepParkedDeps & { sealer: Sealer; wakeRelay: () => void },
): Record<SweepName, Sweep> => ({
  unpublished: { everyMs: 2_000, soonMs: () => 100, run: () => sweepUnpublished(deps) },
  leases: { everyMs: 5_000, run: () => sweepLeases(deps) },
  topology: { everyMs: 10_000, run: () => sweepTopology(deps) },
  parked: { everyMs: 5_000, soonMs: () => 500, run: createSweepParked(deps) },
  'expired parked': { everyMs: 30_000, soonMs: () => 0, run: () => sweepExpiredParked(deps) },
  replays: {
    everyMs: 30_000,
    soonMs: () => feedEveryMs,
    run: () => feedReplays({ ...deps, onQueued: deps.wakeRelay }),
  },
  'deleted endpoints': { everyMs: 10_000, run: () => sweepDeleted(deps) },
  'stuck gates': { everyMs: 60_000, run: createSweepStuckGates(deps) },
  sealed: { everyMs: 60_000, soonMs: () => 100, run: () => sweepSealed(deps) },
  erasures: { everyMs: 30_000, run: () => sweepErasures(deps) },
  history: { everyMs: 10_000, run: () => recordHistory(deps) },
  'endpoint history': { everyMs: 60_000, run: () => recordEndpointHistory(deps) },
  statistics: { everyMs: 5_000, soonMs: () => 500, run: () => sweepStatistics(deps) },
  retention: { everyMs: 600_000, soonMs: pauseAfterMs, run: createRetention(deps) },
});
