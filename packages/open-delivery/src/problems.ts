import type { WebhookBody } from '@delivery/contracts';
import { toldOf } from './statuses.js';

const problemReasons = [
  'DELIVERYPERSON_OCCURRENCE',
  'PAYMENT_PROBLEMS',
  'WRONG_PRODUCT_OR_ITEM',
  'ORDER_DELAYED',
  'ORDER_DAMAGED_OR_VIOLATED',
  'CUSTOMER_DID_NOT_PLACE_ORDER',
  'CUSTOMER_ADDRESS_UNKNOWN',
  'ORDER_MISSING_ITEMS',
  'NOBODY_TO_RECEIVE',
  'DELIVERYPERSON_WAITING_PAYMENT_FOR_ALREADY_PAID_ORDER',
  'ORDER_DELIVERED_WITHOUT_PAYMENT',
  'FRAUD_OR_THEFT',
  'OTHER',
] as const;
type ProblemReason = (typeof problemReasons)[number];

type StatusChanged = Extract<WebhookBody, { event: 'status_changed' }>;

/** The problem that a change of the status tells of, if it does. Reasons of couriers are free codes here. */
export const toProblem = (change: StatusChanged) => {
  if (!toldOf(change.previous_status, change.status).some(({ isProblem }) => isProblem)) return undefined;
  const code = change.reason?.code.toUpperCase();
  const known = problemReasons.find((reason) => reason === code);
  const message = change.reason && [change.reason.code, change.reason.message].filter(Boolean).join(': ');
  return {
    reason: known ?? reasonWithoutCode(change, code),
    ...(message && { message }),
    datetime: change.updated_at,
  };
};

/** Before pickup a courier gave the order back. */
const reasonWithoutCode = ({ status }: StatusChanged, code: string | undefined): ProblemReason => {
  if (status === 'ready') return 'DELIVERYPERSON_OCCURRENCE';
  return code === 'CUSTOMER_ABSENT' ? 'NOBODY_TO_RECEIVE' : 'OTHER';
};
