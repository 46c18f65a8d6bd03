import { type TrackingLook, trackingLookSchema } from '@delivery/contracts';
import { shareReadings } from '@delivery/service-kit';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { answerDeadlineMs } from '../order-state/order-state-client.js';
import { unanswerable } from '../order-state/pass-through.js';

/** @throws OrderStateUnavailableError; ProblemError where there is no place, or no answer that was agreed */
export type LookAtOrder = (token: string) => Promise<TrackingLook>;

/** Customers who look within a second see the same. */
const sharedMs = 1_000;
const sharedMax = 10_000;

/** All tracking pages together have the share of one merchant. */
const callerId = 'tracking';

/** One look at an order in a second, however many ask. @param now milliseconds of a monotonic clock */
export const createOrderLooks = ({ orderState, now }: { orderState: MerchantCalls; now: () => number }): LookAtOrder =>
  shareReadings({ read: (token) => look(orderState, token), keptMs: () => sharedMs, keptMax: sharedMax, now });

const look = async (orderState: MerchantCalls, token: string): Promise<TrackingLook> => {
  const { status, body } = await orderState.call(callerId, {
    method: 'POST',
    path: '/internal/v1/tracking',
    timeoutMs: answerDeadlineMs,
    body: Buffer.from(JSON.stringify({ token })),
  });
  if (status !== 200) throw unanswerable(new Error(`order-state answered ${status}`));
  return trackingLookSchema.parse(JSON.parse(body.toString('utf8')));
};
