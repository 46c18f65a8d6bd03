import type { DeliveryView } from '@delivery/contracts';
import type { LiveDelivery } from './deliveries.js';

/** Deliveries that failed for a shorter time come again within about as long by itself. */
export const failingMinMs = 60_000;

/** A receiver that fails again and again gets no more than one early attempt of a delivery in this time. */
export const catchUpEveryMs = 10 * 60_000;

/**
 * When the endpoint catches up, after a success: at once where nothing but failures came back for a while before, but
 * not too soon after the last time. A single delivery that fails between others that succeed keeps to its schedule.
 */
export const catchUpAfterSuccess = (
  { failingSinceMs, catchUpAtMs }: { failingSinceMs: number | null; catchUpAtMs: number | null },
  nowMs: number,
): number | null => {
  if (failingSinceMs === null || nowMs - failingSinceMs < failingMinMs) return catchUpAtMs;
  if (catchUpAtMs === null) return nowMs;
  return catchUpAtMs > nowMs ? catchUpAtMs : Math.max(nowMs, catchUpAtMs + catchUpEveryMs);
};

/** The window of an endpoint that catches up now. An open breaker releases its probe. */
export const catchUpNow = <W extends { probeAtMs: number | null; catchUpAtMs: number | null }>(
  window: W,
  nowMs: number,
): W => ({
  ...window,
  catchUpAtMs: nowMs,
  probeAtMs: window.probeAtMs === null ? null : Math.min(window.probeAtMs, nowMs),
});

/** A catch-up had it sent before the time until which it waited. Such an attempt does not count in the schedule. */
export const isEarly = ({ notBeforeMs, releasedAtMs }: Pick<LiveDelivery, 'notBeforeMs' | 'releasedAtMs'>): boolean =>
  releasedAtMs !== null && notBeforeMs > releasedAtMs;

export type SendNowRefusal = { code: 'delivery_not_waiting' | 'endpoint_disabled'; detail: string };

/**
 * Why a delivery in this state cannot be sent now, and what can be done; `undefined`: it can, or is being sent already.
 */
export const refuseSendNow = (state: DeliveryView['state']): SendNowRefusal | undefined => {
  switch (state) {
    case 'waiting':
    case 'in_flight':
      return undefined;
    case 'held':
      return {
        code: 'endpoint_disabled',
        detail:
          'The delivery is held because its endpoint is disabled. Enable the endpoint to send its waiting webhooks.',
      };
    case 'delivered':
    case 'exhausted':
      return {
        code: 'delivery_not_waiting',
        detail: `The delivery is ${state}, so it is not waiting. To send it again, replay it.`,
      };
    case 'skipped':
      return {
        code: 'delivery_not_waiting',
        detail: 'The delivery was skipped because its endpoint was deleted. Read the order’s events instead.',
      };
  }
};
