import { type OrderChanges, orderChangesSchema } from '@delivery/contracts';
import { checkContentType, parseBody, parseJsonBody, readIfMatch, validationFailed } from '@delivery/http-edge';
import { validateBusinessRules } from '../domain/business-rules.js';
import { listUnknown } from '../domain/list-ignored.js';
import { changeRequested } from '../domain/order-messages.js';
import { answerTransition } from '../publish/answer-outcome.js';
import type { SubmitMessage } from '../publish/submit-message.js';
import type { Call, CallOf } from './call.js';
import { unprocessable } from './create-order.js';
import { ownOrderHead } from './request-transition.js';

const mergePatch = 'application/merge-patch+json';

/** PATCH /v1/external-orders/{id} */
export const changeOrder: CallOf<SubmitMessage> = (submit) => async (call) => {
  const head = ownOrderHead(call);
  const changes = readChanges(call);
  const versions = readIfMatch(call.headers['if-match']);
  const message = changeRequested(head, { changes, ...(versions && { versions }) });
  const { outcome } = await submit(message, call.body.length, call.traceparent);
  return answerTransition(await outcome, head.orderId);
};

const readChanges = ({ headers, body, receivedAt }: Call): OrderChanges => {
  checkContentType(headers, mergePatch);
  const { value } = parseJsonBody(body);
  const changes = parseBody(orderChangesSchema, value);
  const unknown = listUnknown(value, changes);
  if (unknown.length > 0) throw validationFailed(unknown);
  const violations = validateBusinessRules(changes, receivedAt);
  if (violations[0]) throw unprocessable(violations[0].code, violations);
  return changes;
};
