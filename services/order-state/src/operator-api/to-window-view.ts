import type { OperatorEndpoint } from '@delivery/contracts';
import { isPulled, takenMax } from '../ledger/rules/window.js';
import { toIso } from './to-iso.js';

/** Of a pull endpoint it shows how much may be taken and not acked. */
export const toWindowView = (row: {
  size: number;
  in_flight: number;
  probe_at: Date | null;
  failing_since: Date | null;
  wake_at: Date | null;
}): OperatorEndpoint['window'] => ({
  size: isPulled(row) ? takenMax : row.size,
  in_flight: row.in_flight,
  probe_at: toIso(row.probe_at),
  failing_since: toIso(row.failing_since),
  wake_at: toIso(row.wake_at),
});
