import type { z } from 'zod';
import {
  courierDeliveryListQuerySchema,
  courierFeedPollSchema,
  type CourierMessage,
  courierStatusSchema,
  courierTrackingUrlSchema,
  isFarAhead,
  messageQuerySchema,
  nameCourierSchema,
  orderIdSchema,
  releaseDeliverySchema,
  reportEtaSchema,
  reportHandoverSchema,
} from '@delivery/contracts';
import {
  answerIfChanged,
  checkContentType,
  fieldErrorAt,
  parseBody,
  parseJsonBody,
  readIdempotencyKey,
  validationFailed,
} from '@delivery/http-edge';
import { type CourierHead, courierMessage } from '../domain/courier-messages.js';
import { type FeedDeps, pollCourierFeed } from '../feed/poll-feed.js';
import { pickQuery } from '../http/pick-query.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { passThrough } from '../order-state/pass-through.js';
import { answerCourierReport, deliveryNotFound } from '../publish/answer-outcome.js';
import type { SubmitMessage } from '../publish/submit-message.js';
import { type PollDeps, pollMessages } from '../pull/poll-messages.js';
import type { CourierCall, CourierSpec } from './call.js';
import { namesOf, passCourierCall, passedHeaders, webhookRoutes } from './pass-routes.js';

export type CourierCallDeps = { submit: SubmitMessage; orderState: MerchantCalls; feed: FeedDeps; polling: PollDeps };

const prefix = '/courier/v1';
const delivery = `${prefix}/deliveries/:id`;

/** Every call of the couriers' API. */
export const listCourierCalls = ({ submit, orderState, feed, polling }: CourierCallDeps): CourierSpec[] => [
  {
    api: 'courier',
    method: 'GET',
    path: `${prefix}/events`,
    query: namesOf(courierFeedPollSchema),
    waits: true,
    handle: pollCourierFeed(feed),
  },
  {
    api: 'courier',
    method: 'GET',
    path: `${prefix}/deliveries`,
    query: listQuery,
    handle: read(orderState, (call) => `/deliveries${pickQuery(call.query, listQuery)}`),
  },
  {
    api: 'courier',
    method: 'GET',
    path: delivery,
    handle: read(orderState, (call) => `/deliveries/${deliveryId(call)}`),
  },
  { api: 'courier', method: 'POST', path: `${prefix}/positions`, handle: passPositions(orderState) },
  ...Object.entries(reports).map(([action, toMessage]): CourierSpec => ({
    api: 'courier',
    method: 'POST',
    path: `${delivery}/${action}`,
    handle: report(submit, toMessage),
  })),
  {
    api: 'courier',
    method: 'GET',
    path: `${prefix}/webhook-endpoints/:id/messages`,
    query: namesOf(messageQuerySchema),
    waits: true,
    takes: true,
    handle: pollMessages(polling),
  },
  ...webhookRoutes.map((route): CourierSpec => ({
    api: 'courier',
    method: route.method,
    path: `/courier${route.path}`,
    ...(route.query && { query: route.query }),
    handle: passCourierCall(orderState, route),
  })),
];

const listQuery = namesOf(courierDeliveryListQuerySchema);

const read =
  (orderState: MerchantCalls, restOf: (call: CourierCall) => string): CourierSpec['handle'] =>
  async (call) =>
    answerIfChanged(
      call.headers,
      await passThrough(orderState, { ...passed(call), method: 'GET', rest: restOf(call) }),
    );

/** order-state takes or refuses each of them by itself. */
const passPositions =
  (orderState: MerchantCalls): CourierSpec['handle'] =>
  async (call) => {
    checkContentType(call.headers);
    const body = Buffer.from(parseJsonBody(call.body).text);
    return passThrough(orderState, { ...passed(call), method: 'POST', rest: '/positions', body });
  };

const passed = (call: CourierCall) =>
  ({ callerId: call.callerId, below: 'couriers', headers: passedHeaders(call) }) as const;

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

/** By the last part of the path. An accept has no body, and ignores what is sent. */
const reports: Readonly<Record<string, ToMessage>> = {
  accept: (head) => courierMessage(head, 'courier.accept_requested', {}),
  release: (head, call) => {
    const { claim_id: claimId } = bodyOf(releaseDeliverySchema, call);
    return { ...courierMessage({ ...head, claimId }, 'courier.release_requested', {}), claim_id: claimId };
  },
  status: reading(courierStatusSchema, (head, payload) => courierMessage(head, 'courier.status_reported', payload)),
  'tracking-url': reading(courierTrackingUrlSchema, (head, payload) =>
    courierMessage(head, 'courier.tracking_url_reported', payload),
  ),
  courier: reading(nameCourierSchema, (head, courier) => courierMessage(head, 'courier.reported', { courier })),
  handover: reading(reportHandoverSchema, (head, payload) =>
    courierMessage(head, 'courier.handover_reported', payload),
  ),
  eta: reading(reportEtaSchema, (head, payload) => courierMessage(head, 'courier.eta_reported', payload)),
};

const report =
  (submit: SubmitMessage, toMessage: ToMessage): CourierSpec['handle'] =>
  async (call) => {
    const orderId = deliveryId(call);
    const idempotencyKey = readIdempotencyKey(call.headers);
    const message = toMessage({ systemId: call.callerId, orderId, idempotencyKey }, call);
    const { outcome } = await submit(message, call.body.length, call.traceparent);
    return answerCourierReport(await outcome);
  };

/** @throws ProblemError for a text that cannot be an id */
const deliveryId = ({ params }: CourierCall): string => {
  const id = orderIdSchema.safeParse(params['id']);
  if (id.success) return id.data;
  throw deliveryNotFound();
};
