import type { z } from 'zod';
import {
  type CourierMessage,
  courierStatusSchema,
  courierTrackingUrlSchema,
  declineDeliverySchema,
  isFarAhead,
  nameCourierSchema,
  releaseDeliverySchema,
  reportEtaSchema,
  reportHandoverSchema,
  reportProblemSchema,
} from '@delivery/contracts';
import { courierCalls } from '@delivery/contracts/calls';
import {
  checkContentType,
  fieldErrorAt,
  parseBody,
  parseJsonBody,
  readIdempotencyKey,
  routeOf,
  validationFailed,
} from '@delivery/http-edge';
import { type CourierHead, courierMessage } from '../domain/courier-messages.js';
import { type FeedDeps, pollCourierFeed } from '../feed/poll-feed.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { answerCourierReport } from '../publish/answer-outcome.js';
import type { SubmitMessage } from '../publish/submit-message.js';
import { type PollDeps, pollMessages } from '../pull/poll-messages.js';
import type { CourierCall, CourierSpec, OwnCourierCalls } from './call.js';
import { ownDeliveryId } from './own-ids.js';
import { passCourierCall } from './pass-call.js';

export type CourierCallDeps = { submit: SubmitMessage; orderState: MerchantCalls; feed: FeedDeps; polling: PollDeps };

/** Every call of the couriers' API that takes a token, those at `/v1` too. */
export const listCourierCalls = (deps: CourierCallDeps): CourierSpec[] => {
  const own = ownCalls(deps);
  return Object.values(courierCalls)
    .filter(({ isOpen }) => !isOpen)
    .map((declared) => ({
      ...routeOf(declared),
      api: 'courier',
      handle: passCourierCall(deps.orderState, declared),
      ...own[declared.id],
    }));
};

const ownCalls = ({ submit, feed, polling }: CourierCallDeps): OwnCourierCalls => ({
  acceptDelivery: report(submit, accept),
  declineDelivery: report(submit, decline),
  releaseDelivery: report(submit, release),
  reportStatus: report(
    submit,
    reading(courierStatusSchema, (head, payload) => courierMessage(head, 'courier.status_reported', payload)),
  ),
  reportTrackingUrl: report(
    submit,
    reading(courierTrackingUrlSchema, (head, payload) =>
      courierMessage(head, 'courier.tracking_url_reported', payload),
    ),
  ),
  nameCourier: report(
    submit,
    reading(nameCourierSchema, (head, courier) => courierMessage(head, 'courier.reported', { courier })),
  ),
  reportHandover: report(
    submit,
    reading(reportHandoverSchema, (head, payload) => courierMessage(head, 'courier.handover_reported', payload)),
  ),
  reportProblem: report(
    submit,
    reading(reportProblemSchema, (head, payload) => courierMessage(head, 'courier.problem_reported', payload)),
  ),
  reportEta: report(
    submit,
    reading(reportEtaSchema, (head, payload) => courierMessage(head, 'courier.eta_reported', payload)),
  ),
  listEvents: { waits: true, handle: pollCourierFeed(feed) },
  pullWebhooks: { waits: true, takes: true, handle: pollMessages(polling) },
});

type ToMessage = (head: CourierHead, call: CourierCall) => CourierMessage;

/** A report with a body, and with the time by the system's own clock. */
const reading =
  <Body extends { occurred_at?: string | undefined; claim_id?: string | undefined }>(
    schema: z.ZodType<Body>,
    toMessage: (head: CourierHead, body: Omit<Body, 'occurred_at' | 'claim_id'>) => CourierMessage,
  ): ToMessage =>
  (head, call) => {
    const { occurred_at: occurredAt, claim_id: claimId, ...body } = bodyOf(schema, call);
    if (isFarAhead(occurredAt, call.receivedAt.getTime()))
      throw validationFailed([fieldErrorAt('/occurred_at', 'invalid_value', 'Expected a time at most one day ahead.')]);
    return toMessage({ ...head, claimId, occurredAt }, body);
  };

const bodyOf = <Body>(schema: z.ZodType<Body>, { headers, body }: CourierCall): Body => {
  checkContentType(headers);
  return parseBody(schema, parseJsonBody(body).value);
};

/** It has no body, and ignores what is sent. */
const accept: ToMessage = (head) => courierMessage(head, 'courier.accept_requested', {});

const release: ToMessage = (head, call) => {
  const { claim_id: claimId } = bodyOf(releaseDeliverySchema, call);
  return { ...courierMessage({ ...head, claimId }, 'courier.release_requested', {}), claim_id: claimId };
};

const decline: ToMessage = (head, call) =>
  courierMessage(head, 'courier.decline_requested', bodyOf(declineDeliverySchema, call).reason);

const report = (submit: SubmitMessage, toMessage: ToMessage): Pick<CourierSpec, 'handle'> => ({
  handle: async (call) => {
    const orderId = ownDeliveryId(call);
    const idempotencyKey = readIdempotencyKey(call.headers);
    const message = toMessage({ systemId: call.callerId, orderId, idempotencyKey }, call);
    const { outcome } = await submit(message, call.body.length, call.traceparent);
    return answerCourierReport(await outcome);
  },
});
