import { type CourierHandoverReported, handoverTriesMax, isOnTheWay } from '@delivery/contracts';
import type { HandoverCodes } from './handover.js';
import type { Decision, Order } from './order.js';
import { apply, refuse, unchanged } from './outcomes.js';

/** A wrong code is refused, and counted all the same. */
export const decideHandover = (
  order: Order,
  { payload }: CourierHandoverReported,
  { nowMs, handoverCodes }: { nowMs: number; handoverCodes: HandoverCodes },
): Decision => {
  const { handover } = order;
  if (!handover) return refuse(order, 'handover_not_set', 'This delivery has no code: report delivered.');
  if (handover.state === 'confirmed') return unchanged(order);
  if (!isOnTheWay(order.status))
    return refuse(order, 'invalid_state_transition', `A delivery that is ${order.status} cannot be handed over.`);
  if (handover.state === 'locked') return refuseLocked(order);
  if (payload.code === handoverCodes.open(order.id, handover.sealed))
    return apply({ ...order, handover: { ...handover, state: 'confirmed' } }, [], nowMs);
  const tries = handover.tries + 1;
  const left = handoverTriesMax - tries;
  if (left === 0) return refuseLocked({ ...order, handover: { ...handover, tries, state: 'locked' } });
  const detail = `This is not the customer’s code. Tries left: ${left}.`;
  return refuse({ ...order, handover: { ...handover, tries } }, 'handover_code_wrong', detail);
};

const refuseLocked = (order: Order): Decision =>
  refuse(
    order,
    'handover_locked',
    `${handoverTriesMax} wrong codes were told, and no more are taken. Call the merchant; then report delivered with a reason.`,
  );
