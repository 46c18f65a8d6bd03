import { createBuckets } from '@delivery/http-edge';
import { OverLimitError } from '../shares/over-limit.js';

/** Takes one create of so many bytes from its merchant's budget. @throws OverLimitError */
export type SpendCreate = (merchantId: string, bytes: number) => void;

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The bytes that the creates of one merchant may add to the disk: a budget that fills evenly in a day, so that none of
 * them fills the disk. Each process has its own budget: a restart refills it.
 */
export const createDailyBudget = (
  { createsPerDay, bytesPerDay }: { createsPerDay: number; bytesPerDay: number },
  now: () => number,
): SpendCreate => {
  const [creates, bytes] = [createBuckets(now, { windowMs: dayMs }), createBuckets(now, { windowMs: dayMs })];
  return (merchantId, bodyBytes) => {
    const ofBytes = bytes.take(merchantId, bytesPerDay, bodyBytes);
    if (!ofBytes.allowed) {
      const detail = 'This merchant’s creates have reached their bytes per day. The order was not created.';
      throw new OverLimitError('create_bytes_per_day', detail, ofBytes.retryAfterSeconds);
    }
    const ofCreates = creates.take(merchantId, createsPerDay);
    if (ofCreates.allowed) return;
    const detail = 'This merchant has reached its creates per day. The order was not created.';
    throw new OverLimitError('creates_per_day', detail, ofCreates.retryAfterSeconds);
  };
};
