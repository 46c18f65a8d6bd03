import type { Stage, StageOptions } from '../stage.js';

/** One loss that a drill rehearses, with the steps before, at and after it. */
export type Disaster = {
  name: string;
  /** A description for `--list`. */
  summary: string;
  stage: StageOptions;
  /** Makes what the recovery needs, such as a backup. */
  prepare: (stage: Stage) => Promise<Rescue>;
};

type Rescue = {
  /** The recovery point: everything that was applied before the call must survive, and everything later is at risk. */
  secure: () => Promise<void>;
  /** Afterwards no data of the lost servers can be read. */
  lose: () => Promise<void>;
  /** The steps of docs/operations.md. Resolves when every service is ready. */
  recover: () => Promise<void>;
};

/**
 * A delivery that was in flight goes out again when its lease ends if its message or report is lost: by default after 12
 * minutes, in a drill sooner.
 */
export const shortLease = { DELIVERY_LEASE_MS: '20000' };

/** Until every service is ready after a recovery: on a busy machine the backlog takes its time. */
export const readyLimitMs = 240_000;
