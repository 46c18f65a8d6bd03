import { type TrackedOrder, type TrackingLook, trackingRequestSchema } from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { readTracked, type TrackedRow } from '../orders/queries/tracking.js';
import { distanceM, partDone, roundPlace, type TrackingTokens } from '../orders/rules/tracking.js';

export type TrackingDeps = { pool: Pool; now: () => number; trackingTokens: TrackingTokens };

/** After its final status. */
const shownMs = 2 * 3_600_000;
/** An older position would mislead. */
const positionMs = 10 * 60_000;

/** The token is in the body, because a path is logged where a call fails. */
export const viewTracking =
  ({ pool, now, trackingTokens }: TrackingDeps): ApiRoute['handle'] =>
  async ({ body }) => {
    const { token } = parseBody(trackingRequestSchema, body);
    const orderId = trackingTokens.orderOf(token);
    const row = orderId === undefined ? undefined : await readTracked(pool, orderId, new Date(now() - positionMs));
    return answerJson(200, toLook(row, now()));
  };

const toLook = (row: TrackedRow | undefined, nowMs: number): TrackingLook => {
  if (!row) return { state: 'unknown' };
  const isOver = row.final_at !== null && nowMs >= row.final_at.getTime() + shownMs;
  return isOver || row.is_erased || !row.tracking_page ? { state: 'ended' } : { state: 'shown', order: toTracked(row) };
};

const toTracked = (row: TrackedRow): TrackedOrder => ({
  display_id: row.display_id,
  status: row.status,
  merchant: row.merchant_name,
  store: row.store && { name: row.store.name, phone: row.store.phone },
  courier: row.courier && { name: firstNameOf(row.courier.name), vehicle: row.courier.vehicle },
  expected_at: row.final_at === null ? (row.eta?.delivery_at ?? row.delivered_by?.toISOString() ?? null) : null,
  way: wayOf(row),
  reached: {
    created: row.created_at.toISOString(),
    ...Object.fromEntries(
      Object.entries(row.reached ?? {}).map(([status, at]) => [status, new Date(at).toISOString()]),
    ),
  },
});

const wayOf = ({ latitude, longitude, door, store }: TrackedRow): TrackedOrder['way'] => {
  if (latitude === null || longitude === null || !door) return null;
  const courier = { latitude, longitude };
  const shop = store?.address.coordinates;
  return {
    left_m: distanceM(courier, door),
    done: partDone(courier, { store: shop, door }),
    places: { store: shop ? roundPlace(shop) : null, door: roundPlace(door), courier: roundPlace(courier) },
  };
};

const firstNameOf = (name: string): string => name.split(/\s+/)[0] ?? name;
