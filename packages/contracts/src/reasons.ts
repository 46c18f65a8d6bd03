import { z } from 'zod';

/** The meaning of each code, and the reason of Open Delivery 1.7.1 for it; `null`: the standard has none. */
type Reasons = Readonly<Record<string, readonly [meaning: string, openDelivery: string | null]>>;

/** Codes for canceling an order. */
export const cancelReasons: Reasons = {
  customer_canceled: ['the customer does not want it any more', 'CONSUMER_CANCELLATION_REQUESTED'],
  out_of_stock: ['an item is missing', null],
  problem_at_merchant: ['the store cannot make it', 'PROBLEM_AT_MERCHANT'],
  no_courier: ['no courier was found', null],
  courier_no_show: ['the courier did not come to the store', 'NO_SHOW'],
  accepted_too_late: ['a courier accepted it too late', 'HIGH_ACCEPTANCE_TIME'],
  wrong_pickup: ['the courier took another order', 'INCORRECT_ORDER_OR_PRODUCT_PICKUP'],
  problem_resolution: ['it settles a problem', 'PROBLEM_RESOLUTION'],
  separated: ['it is not delivered with another order any more', 'DISCOMBINE_ORDER'],
  other: ['see the message', 'OTHER'],
};

/** Codes for a delivery that fails, comes back or is given back. */
export const deliveryReasons: Reasons = {
  customer_absent: ['no one opened the door', 'NOBODY_TO_RECEIVE'],
  address_unknown: ['the door was not found', 'CUSTOMER_ADDRESS_UNKNOWN'],
  not_ordered: ['the customer did not order it', 'CUSTOMER_DID_NOT_PLACE_ORDER'],
  wrong_items: ['it holds other items', 'WRONG_PRODUCT_OR_ITEM'],
  missing_items: ['items are missing', 'ORDER_MISSING_ITEMS'],
  damaged: ['it was damaged or opened', 'ORDER_DAMAGED_OR_VIOLATED'],
  late: ['it came too late', 'ORDER_DELAYED'],
  payment_problem: ['the customer could not pay', 'PAYMENT_PROBLEMS'],
  already_paid: ['the customer says that it is paid', 'DELIVERYPERSON_WAITING_PAYMENT_FOR_ALREADY_PAID_ORDER'],
  not_paid: ['it was handed over without payment', 'ORDER_DELIVERED_WITHOUT_PAYMENT'],
  theft: ['it was stolen, or the order was fraudulent', 'FRAUD_OR_THEFT'],
  courier_gave_up: ['the courier cannot go on', 'DELIVERYPERSON_OCCURRENCE'],
  other: ['see the message', 'OTHER'],
};

/** Kinds of problems of a courier that the merchant can answer. */
export const problemReasons: Reasons = {
  ...deliveryReasons,
  no_access: ['the courier cannot get to the door', null],
  not_ready: ['the courier waits for it at the store', null],
};

/** Codes for a courier's system that declines an offer. */
const declineReasons: Reasons = {
  no_courier_free: ['no courier is free', null],
  too_far: ['the way is too long', null],
  too_large: ['it does not fit the vehicles', null],
  closed: ['the system does not deliver at this time', null],
  other: ['another reason', null],
};

const describe = (reasons: Reasons): string =>
  Object.entries(reasons)
    .map(([code, [meaning]]) => `\`${code}\`: ${meaning}`)
    .join('; ');

/** Any text: codes that are not in the list are taken, and returned, as they are. */
const codeSchema = (reasons: Reasons) =>
  z
    .string()
    .min(1)
    .max(64)
    .describe(`Stable and machine-readable. ${describe(reasons)}. Other codes are taken as they are.`)
    .meta({ 'x-extensible-enum': Object.keys(reasons) });

export const cancelReasonCodeSchema = codeSchema(cancelReasons);
export const deliveryReasonCodeSchema = codeSchema(deliveryReasons);
/** In answers and webhooks. */
export const reasonCodeSchema = codeSchema({ ...cancelReasons, ...deliveryReasons });

export const declineReasonCodeSchema = codeSchema(declineReasons);
export const problemKindSchema = codeSchema(problemReasons);

/** The code of an Open Delivery reason, if it has one here. */
export const reasonCodeOf = (reasons: Reasons, openDelivery: string): string | undefined =>
  Object.entries(reasons).find(([, [, theirs]]) => theirs === openDelivery)?.[0];
