import type { Verdict } from '@delivery/contracts';
import type { Pool } from '@delivery/postgres';
import type { DeliveryIds } from '../ledger/rules/plan-deliveries.js';
import type { Release } from '../ledger/rules/release.js';
import type { ContentHasher } from './rules/content-hash.js';
import type { BatchPlan } from './rules/decide-batch.js';

export type ApplyDeps = {
  pool: Pool;
  now: () => number;
  hashOf: ContentHasher;
  ids: DeliveryIds;
  /** Called after COMMIT with what the relay has to publish, and when it has to look next (see `Released`). */
  onReleased: (releases: Release[], nextWakeMs: number | null) => void;
  /** Called after COMMIT with whose waiting polls should look. */
  onWake: (wake: { endpoints: readonly string[]; merchants: readonly string[] }) => void;
  onParked: () => void;
  /**
   * What becomes of a message that cannot be decided yet: it is parked, or dropped, because its caller is told so, or because
   * it is parked already. Its verdict is `parked` either way.
   */
  undecided: 'parked' | 'dropped';
};

export type AppliedBatch = { verdicts: Map<string, Verdict>; plan: BatchPlan; releases: Release[] };
