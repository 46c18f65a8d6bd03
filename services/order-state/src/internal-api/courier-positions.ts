import {
  anyPositionsSchema,
  courierPositionSchema,
  isFarAhead,
  orderIdSchema,
  type PositionRefusal,
  type PositionResult,
} from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody, toFieldErrors } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { type NewPosition, takePositions } from '../orders/queries/tracking.js';
import { readCourierSystemId } from '../shared-api/read-params.js';

/** Each entry is taken or refused by itself. */
export const reportPositions =
  (deps: { pool: Pool; now: () => number }): ApiRoute['handle'] =>
  async (request) => {
    const { positions } = parseBody(anyPositionsSchema, request.body);
    const nowMs = deps.now();
    const read = positions.map((position, entry) => readEntry(position, entry, nowMs));
    const valid = read.filter((one) => 'orderId' in one);
    const taken = valid.length > 0 ? await takePositions(deps.pool, readCourierSystemId(request), valid) : [];
    const results = new Map(taken.map(({ entry, result }) => [entry, result]));
    const data = read.map((one): PositionResult => {
      if (!('orderId' in one)) return one;
      const result = results.get(one.entry);
      return result === undefined || result === 'taken'
        ? { delivery_id: one.orderId, taken: result === 'taken' }
        : { delivery_id: one.orderId, taken: false, code: result, detail: details[result] };
    });
    return answerJson(200, { data });
  };

const details: Readonly<Record<Exclude<PositionRefusal, 'validation_failed'>, string>> = {
  order_not_found: 'You have no such delivery.',
  not_on_the_way: 'Positions are taken from on_route_to_delivery on until the delivery ends.',
  stale_report: 'A later position of this delivery is known.',
};

const readEntry = (entry: unknown, place: number, nowMs: number): NewPosition | PositionResult => {
  const parsed = courierPositionSchema.safeParse(entry, { reportInput: false });
  if (!parsed.success) {
    const detail = toFieldErrors(parsed.error.issues, entry).map(({ pointer, message }) =>
      `${pointer} ${message}`.trim(),
    );
    return refuse(entry, detail.join(' '));
  }
  const { delivery_id: orderId, latitude, longitude, at } = parsed.data;
  if (isFarAhead(at, nowMs)) return refuse(entry, '/at Expected a time at most one day ahead.');
  return { entry: place, orderId, latitude, longitude, atMs: at === undefined ? nowMs : Date.parse(at) };
};

const refuse = (entry: unknown, detail: string): PositionResult => {
  const given = typeof entry === 'object' && entry !== null && 'delivery_id' in entry ? entry.delivery_id : undefined;
  return { delivery_id: orderIdSchema.safeParse(given).data ?? null, taken: false, code: 'validation_failed', detail };
};
