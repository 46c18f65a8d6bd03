import type { OperatorPosition, PositionView } from '@delivery/contracts';
import { answerJson, type ApiRoute, ProblemError } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { type PositionRow, readPosition } from '../orders/queries/positions.js';
import { distanceM, roundPlace } from '../orders/rules/positions.js';
import { orderMissingProblem, ownOrderMissingProblem, readMerchantId, readOrderId } from './read-params.js';

/** For a merchant. From the primary: the table is in no standby. */
export const viewPosition =
  ({ pool }: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, orderId] = [readMerchantId(request), readOrderId(request)];
    const row = await readPosition(pool, orderId, merchantId);
    if (!row) throw await ownOrderMissingProblem(pool, merchantId, orderId);
    return answerJson(200, toView(row));
  };

/** For the operator, who need not know the place. */
export const viewPositionOfAny =
  ({ pool }: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const orderId = readOrderId(request);
    const row = await readPosition(pool, orderId, undefined);
    if (!row) throw await orderMissingProblem(pool, orderId);
    const shown: OperatorPosition = { at: row.position?.at.toISOString() ?? null, distance_m: distanceOf(row) };
    return answerJson(200, shown);
  };

/** @throws ProblemError `position_not_found` */
const toView = ({ position, door }: PositionRow): PositionView => {
  if (!position)
    throw new ProblemError(
      'position_not_found',
      'No position of a courier is known: the order is not on its way to the customer, or its courier’s system has told none.',
    );
  return { ...roundPlace(position), at: position.at.toISOString(), distance_m: distanceOf({ position, door }) };
};

const distanceOf = ({ position, door }: PositionRow): number | null => position && door && distanceM(position, door);
