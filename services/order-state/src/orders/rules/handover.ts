import { createHmac, randomInt } from 'node:crypto';
import { z } from 'zod';
import {
  type CourierHandoverReported,
  type HandoverRequest,
  handoverStateSchema,
  handoverTriesMax,
} from '@delivery/contracts';
import { createSealer, type Sealer } from '@delivery/service-kit';
import type { Decision, Order } from './order.js';
import { apply, refuse, unchanged } from './outcomes.js';
import { onTheWay } from './positions.js';

/** `sealed`: the code, for its order alone. */
export const handoverSchema = z.object({
  sealed: z.string(),
  generated: z.boolean(),
  state: handoverStateSchema,
  /** Wrong codes. */
  tries: z.int(),
});
export type Handover = z.infer<typeof handoverSchema>;

export type HandoverCodes = {
  create: (orderId: string, request: HandoverRequest) => Handover;
  open: (orderId: string, sealed: string) => string;
};

/** @param keyOf the key of the content hashes: what is sealed under one made of it outlives every change of SECRETS_KEY */
export const createHandoverCodes = (keyOf: () => Buffer): HandoverCodes => {
  let known: Sealer | undefined;
  const sealer = (): Sealer => (known ??= createSealer(createHmac('sha256', keyOf()).update('handover\0').digest()));
  return {
    create: (orderId, { code }) => {
      const generated = code === 'generate';
      const sealed = sealer().seal(generated ? newCode() : code, placeOf(orderId));
      return { sealed, generated, state: 'open', tries: 0 };
    },
    open: (orderId, sealed) => sealer().open(sealed, placeOf(orderId)),
  };
};

const placeOf = (orderId: string): string => `handover of order ${orderId}`;
const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Whether a create that comes again asks for the code that the order has. */
export const asksForHandover = (
  { id, handover }: Order,
  request: HandoverRequest | undefined,
  codes: HandoverCodes,
): boolean => {
  if (!handover || !request) return !handover && !request;
  if (handover.generated) return request.code === 'generate';
  return request.code === codes.open(id, handover.sealed);
};

/** Whether a courier may not say `delivered` without a reason. */
export const needsHandover = ({ handover }: Pick<Order, 'handover'>): boolean =>
  handover !== null && handover.state !== 'confirmed';

/** A wrong code is refused, and counted all the same. */
export const decideHandover = (
  order: Order,
  { payload }: CourierHandoverReported,
  { nowMs, handoverCodes }: { nowMs: number; handoverCodes: HandoverCodes },
): Decision => {
  const { handover } = order;
  if (!handover) return refuse(order, 'handover_not_set', 'This delivery has no code: report delivered.');
  if (handover.state === 'confirmed') return unchanged(order);
  if (!onTheWay.some((status) => status === order.status))
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
