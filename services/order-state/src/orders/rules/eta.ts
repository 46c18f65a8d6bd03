import type { Eta } from '@delivery/contracts';

/** What was last told of it, and when. */
export type OrderEta = Eta & { told?: (Eta & { at_ms: number }) | undefined };

/** A time that moved by less is not told, and no order's is told more often. */
const tellMs = 60_000;

/** When a time of arrival that has moved may be told; `null`: what was told is right. Pure. */
export const tellEtaAtMs = (eta: OrderEta): number | null => {
  const { told } = eta;
  if (!told) return 0;
  return hasMoved(told.pickup_at, eta.pickup_at) || hasMoved(told.delivery_at, eta.delivery_at)
    ? told.at_ms + tellMs
    : null;
};

/** One that is known now, or is not known any more, has moved. */
const hasMoved = (before: string | undefined, after: string | undefined): boolean => {
  if (before === undefined || after === undefined) return before !== after;
  return Math.abs(Date.parse(after) - Date.parse(before)) >= tellMs;
};

export const withoutTold = ({ told: _told, ...eta }: OrderEta): Eta => eta;
