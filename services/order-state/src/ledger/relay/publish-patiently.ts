import { PublishNotConfirmedError } from '@delivery/messaging';
import type { PublishDelivery } from './publish-releases.js';

/** Below the time after which the sweeper takes an unpublished release over, so that both do not publish it. */
const patienceMs = 9_000;
/** Releases kept in memory for it; more are left to the sweeper. */
const patientMax = 5_000;

/**
 * Waits out a short absence of the broker. A process consumes again before it can publish again, and what it releases in
 * between would else lie until the sweeper finds it, ten seconds later. Only where the message is in no queue for certain:
 * what may have arrived is left to the sweeper, which asks the ledger first.
 */
export const publishPatiently = (
  publishDelivery: PublishDelivery,
  waitUntilReady: (signal: AbortSignal) => Promise<void>,
): PublishDelivery => {
  let waitingCount = 0;
  return async (message) => {
    try {
      await publishDelivery(message);
    } catch (error) {
      const isUnsent = error instanceof PublishNotConfirmedError && error.reason === 'not_connected';
      if (!isUnsent || waitingCount >= patientMax) throw error;
      waitingCount += 1;
      try {
        await waitUntilReady(AbortSignal.timeout(patienceMs));
      } catch {
        // Still away: the first reason is the one to tell.
        throw error;
      } finally {
        waitingCount -= 1;
      }
      await publishDelivery(message);
    }
  };
};
