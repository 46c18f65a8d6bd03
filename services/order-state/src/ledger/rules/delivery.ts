import type { MerchantMode, WebhookEvent } from '@delivery/contracts';

export type DeliveryState = 'waiting' | 'in_flight' | 'delivered' | 'exhausted' | 'skipped';

export const isSettled = (state: DeliveryState): boolean => state !== 'waiting' && state !== 'in_flight';

/** A delivery to be written: one event for one endpoint. Times are milliseconds since the epoch. */
export type NewDelivery = {
  id: string;
  orderId: string;
  endpointId: string;
  merchantId: string;
  mode: MerchantMode;
  sequence: number;
  previousSequence: number;
  event: WebhookEvent;
  body: string;
  traceparent: string | null;
  webhookId: string;
  /** The predecessor for the same order and endpoint is settled, or there is none. */
  gateOpen: boolean;
  createdAtMs: number;
};

/** The fields of a delivery that an attempt's result depends on. */
export type LiveDelivery = {
  id: string;
  orderId: string;
  endpointId: string;
  replayId: string | null;
  sequence: number;
  state: DeliveryState;
  generation: number;
  attemptCount: number;
  /** `attemptCount` when the current run of the schedule began, plus the attempts that do not count in it. */
  scheduleBase: number;
  /** The time until which it waited, or waits. */
  notBeforeMs: number;
  /** When it was handed to the dispatchers last; null where it was not yet. */
  releasedAtMs: number | null;
};

/** A place in an order's lane at one endpoint. */
export type LanePosition = { orderId: string; endpointId: string; replayId: string | null; sequence: number };
