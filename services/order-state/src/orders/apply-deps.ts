import type { Verdict } from '@delivery/contracts';
import type { Pool } from '@delivery/postgres';
import type { DeliveryIds } from '../ledger/rules/plan-deliveries.js';
import type { Release } from '../ledger/rules/release.js';
import type { LockCaution } from './lock-caution.js';
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
   * What becomes of a command whose order is not there: it waits for it, or is dropped, for whoever says at once that there is
   * no such order. Its verdict is `parked` either way.
   */
  overtaking: 'parked' | 'dropped';
  caution: Pick<LockCaution, 'isOn'>;
};

export type AppliedBatch = { verdicts: Map<string, Verdict>; plan: BatchPlan; releases: Release[] };
