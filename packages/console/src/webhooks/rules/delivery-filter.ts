import type { CourierEvent, DeliveryView, WebhookEvent } from '@delivery/contracts';
import type { DeliveryFilter } from '../calls.js';
import type { NewRange } from '../replay-range.js';

/** The filters in the page's address. A time is either a span or a range. */
export type ChosenDeliveries = {
  state: DeliveryView['state'] | undefined;
  event: WebhookEvent | CourierEvent | undefined;
  endpoint_id: string | undefined;
  span: string | undefined;
  since: string | undefined;
  until: string | undefined;
};

const spansMs: Readonly<Record<string, number>> = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 };

export const isFiltered = (chosen: ChosenDeliveries): boolean =>
  Object.values(chosen).some((value) => value !== undefined);

/** The filters as parameters of the API. */
export const toFilter = ({ span, since, until, ...chosen }: ChosenDeliveries, nowMs: number): DeliveryFilter => {
  const spanMs = spansMs[span ?? ''];
  return {
    ...chosen,
    since: spanMs === undefined ? toInstant(since) : new Date(nowMs - spanMs).toISOString(),
    until: toInstant(until),
  };
};

const toInstant = (typed: string | undefined): string | undefined => {
  const atMs = Date.parse(typed ?? '');
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
};

/**
 * The range of a replay of all deliveries of the filter. Only settled deliveries can be replayed, and none that are
 * newer than the filter.
 */
export const matchingRange = (
  { state, event, endpoint_id, since, until }: DeliveryFilter,
  nowMs: number,
): NewRange | undefined =>
  state === 'delivered' || state === 'exhausted'
    ? {
        since: since ?? new Date(0).toISOString(),
        until: until ?? new Date(nowMs).toISOString(),
        states: [state],
        ...(endpoint_id !== undefined && { endpoint_id }),
        ...(event !== undefined && { events: [event] }),
      }
    : undefined;
