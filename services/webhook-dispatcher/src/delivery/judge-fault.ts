import type { FaultKind } from '@delivery/contracts';
import type { Classification } from './classify-response.js';
import type { PostResult } from './post-result.js';

/** Whether the receiver handled a fault as it should. Pure. @param right its answer to the correct webhook */
export const isHandled = (kind: FaultKind, fault: PostResult, right: Pick<Classification, 'outcome'>): boolean => {
  if (kind === 'exhaust') return right.outcome === 'failed';
  if (fault.kind !== 'answered') return false;
  const isTaken = fault.statusCode >= 200 && fault.statusCode < 300;
  const isRefused = fault.statusCode >= 400 && fault.statusCode < 500;
  switch (kind) {
    case 'wrong_signature':
    case 'stale_timestamp':
      return isRefused;
    case 'duplicate':
      return isTaken && right.outcome === 'delivered';
    // It may keep the one ahead, or refuse it until the one between has come: it must take that one.
    case 'gap':
      return (isTaken || isRefused) && right.outcome === 'delivered';
  }
};
