import type { Verdict } from '@delivery/contracts';
import { type Answer, answerJson, fieldErrorAt, ProblemError, temporarilyUnavailable } from '@delivery/http-edge';
import type { Outcome } from './submit-message.js';

/** A confirmed message is accepted, even while order-state is silent; an unconfirmed message never is. */
export const answerCreate = (outcome: Outcome, orderId: string, remarks: Readonly<Record<string, string>>): Answer => {
  const headers = { location: `/v1/external-orders/${orderId}`, ...remarks };
  switch (outcome.kind) {
    case 'unconfirmed':
      throw notConfirmed(outcome.cause);
    case 'accepted':
      return answerJson(201, { id: orderId }, headers);
    case 'verdict':
      if (outcome.verdict.outcome === 'refused') throw refusal(outcome.verdict);
      if (outcome.verdict.outcome !== 'unchanged') return answerJson(201, { id: orderId }, headers);
      return answerJson(201, { id: orderId }, { ...headers, 'idempotent-replayed': 'true' });
    default:
      return outcome satisfies never;
  }
};

export const answerTransition = (outcome: Outcome, orderId: string): Answer => {
  switch (outcome.kind) {
    case 'unconfirmed':
      throw notConfirmed(outcome.cause);
    case 'accepted':
      return answerJson(202, { id: orderId });
    case 'verdict':
      if (outcome.verdict.outcome === 'refused') throw refusal(outcome.verdict);
      // Parked: its create has not been applied yet; this will follow it.
      if (outcome.verdict.order === null) return answerJson(202, { id: orderId });
      return answerJson(200, outcome.verdict.order);
    default:
      return outcome satisfies never;
  }
};

const notConfirmed = (cause: unknown): ProblemError =>
  temporarilyUnavailable('The outcome is unknown. Send the same again: it takes effect once.', cause);

export const orderNotFound = (): ProblemError =>
  new ProblemError('order_not_found', 'Expected the id of one of your orders.');

const refusal = (verdict: Verdict): ProblemError => {
  switch (verdict.code) {
    case 'external_id_conflict':
      return conflict(verdict);
    case 'invalid_state_transition':
      return new ProblemError(
        'invalid_state_transition',
        verdict.detail ?? 'The status of the order does not allow it.',
      );
    case 'order_not_found':
      return orderNotFound();
    case 'order_purged':
      return new ProblemError('order_purged', verdict.detail ?? 'The order is gone.');
    case 'parked_full':
      return temporarilyUnavailable('The order is not known yet. Send the same again.');
    default:
      return new ProblemError('internal_error', 'The request was refused for a reason that is not a merchant’s.');
  }
};

const conflict = ({ detail, differing, order_id: orderId }: Verdict): ProblemError => {
  const message = 'Expected what the order with this external_id says.';
  const errors = differing?.map((pointer) => fieldErrorAt(pointer, 'differs', message));
  return new ProblemError(
    'external_id_conflict',
    detail ?? 'An order with this external_id and other content exists.',
    { orderId, ...(errors && { errors }) },
  );
};
