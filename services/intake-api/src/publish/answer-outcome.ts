import type { Verdict } from '@delivery/contracts';
import { type Answer, answerJson, fieldErrorAt, ProblemError, temporarilyUnavailable } from '@delivery/http-edge';
import type { Outcome } from './submit-message.js';

const unknownOutcome = (cause?: unknown): ProblemError =>
  temporarilyUnavailable('The outcome is unknown. Send the same request again: it takes effect only once.', cause);

/** A confirmed message is accepted, even while order-state is silent; an unconfirmed message never is. */
const answerOutcome = (outcome: Outcome, accepted: Answer, decided: (verdict: Verdict) => Answer): Answer => {
  switch (outcome.kind) {
    case 'unconfirmed':
      throw unknownOutcome(outcome.cause);
    case 'accepted':
      return accepted;
    case 'verdict':
      return decided(outcome.verdict);
    default:
      return outcome satisfies never;
  }
};

export const answerCreate = (outcome: Outcome, orderId: string, remarks: Readonly<Record<string, string>>): Answer => {
  const headers = { location: `/v1/external-orders/${orderId}`, ...remarks };
  const created = answerJson(201, { id: orderId }, headers);
  return answerOutcome(outcome, created, (verdict) => {
    if (verdict.outcome === 'refused') throw refusal(verdict);
    return verdict.outcome === 'unchanged'
      ? { ...created, headers: { ...headers, 'idempotent-replayed': 'true' } }
      : created;
  });
};

/** Without an order the message is parked: it is applied once the order exists, or its row is free. */
export const answerTransition = (outcome: Outcome, orderId: string): Answer => {
  const accepted = answerJson(202, { id: orderId });
  return answerOutcome(outcome, accepted, (verdict) => {
    if (verdict.outcome === 'refused') throw refusal(verdict);
    return verdict.order === null ? accepted : answerJson(200, verdict.order);
  });
};

/**
 * A courier's system sees no more of the order than it needs. If a request is not decided yet, it is asked to repeat
 * it: if it went on to its next report, a second replica might decide that one first, and refuse it.
 */
export const answerCourierReport = (outcome: Outcome): Answer => {
  if (outcome.kind !== 'verdict') throw unknownOutcome(outcome.kind === 'unconfirmed' ? outcome.cause : undefined);
  const { verdict } = outcome;
  const isStale = verdict.code === 'stale_report';
  if (verdict.outcome === 'refused' && !isStale) throw courierRefusal(verdict);
  if (verdict.order === null) throw unknownOutcome();
  const { id, display_id, status, updated_at } = verdict.order;
  const claimId = verdict.claim_id ?? null;
  const { problem_id } = verdict;
  return answerJson(200, {
    ...{ id, display_id, status, updated_at, claim_id: claimId },
    ...(isStale && { stale: true }),
    ...(problem_id !== undefined && { problem_id }),
  });
};

const courierRefusal = (verdict: Verdict): ProblemError => {
  switch (verdict.code) {
    case 'delivery_taken':
    case 'delivery_not_accepted':
    case 'handover_required':
    case 'handover_not_set':
    case 'handover_code_wrong':
    case 'handover_locked':
    case 'problem_open':
      return new ProblemError(verdict.code, verdict.detail ?? 'Your system does not hold this delivery.');
    case 'order_not_found':
      return deliveryNotFound();
    default:
      return refusal(verdict);
  }
};

export const orderNotFound = (): ProblemError =>
  new ProblemError('order_not_found', 'None of your orders has this id.');

export const deliveryNotFound = (): ProblemError =>
  new ProblemError('order_not_found', 'No delivery with this id is held by your system or offered to it.');

const refusal = (verdict: Verdict): ProblemError => {
  switch (verdict.code) {
    case 'external_id_conflict':
      return conflict(verdict);
    case 'invalid_state_transition':
      return new ProblemError(
        'invalid_state_transition',
        verdict.detail ?? 'The current status of the order does not allow this.',
      );
    case 'too_late_to_change': {
      const message = 'This field can no longer be changed.';
      const errors = (verdict.differing ?? []).map((pointer) => fieldErrorAt(pointer, 'too_late', message));
      return new ProblemError('too_late_to_change', verdict.detail ?? message, { errors });
    }
    case 'order_history_full':
      return new ProblemError('order_history_full', verdict.detail ?? 'The order has the maximum number of events.');
    case 'content_changed':
      return new ProblemError(
        'precondition_failed',
        verdict.detail ?? 'The order has changed since you read it. Read it again.',
      );
    case 'customer_data_erased':
      return new ProblemError('customer_data_erased', verdict.detail ?? 'The customer’s data was erased.');
    case 'problem_not_found':
    case 'problem_closed':
      return new ProblemError(verdict.code, verdict.detail ?? 'The order has no open problem with this id.');
    case 'order_not_found':
      return orderNotFound();
    case 'order_purged':
      return new ProblemError('order_purged', verdict.detail ?? 'The order was purged.');
    case 'parked_full':
      return temporarilyUnavailable('The order is not known yet. Send the same request again.');
    default:
      return new ProblemError(
        'internal_error',
        'An internal error occurred. Try again later, then contact support with the request id.',
      );
  }
};

const conflict = ({ detail, differing, order_id: orderId }: Verdict): ProblemError => {
  const message = 'The order with this external_id has another value here.';
  const errors = differing?.map((pointer) => fieldErrorAt(pointer, 'differs', message));
  return new ProblemError(
    'external_id_conflict',
    detail ?? 'An order with this external_id but different content exists.',
    { ids: { order_id: orderId }, ...(errors && { errors }) },
  );
};
