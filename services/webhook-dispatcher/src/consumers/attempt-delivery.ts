import type { KeyObject } from 'node:crypto';
import { type DeliveryAttempted, type DeliveryReleased, schemaVersion } from '@delivery/contracts';
import type { Span, Tracer } from '@delivery/tracing';
import { buildHeaders } from '@delivery/webhooks';
import { classifyResponse, type PostResult } from '../delivery/classify-response.js';
import type { ErrorCode } from '../delivery/connection-errors.js';
import { retryAfterMs } from '../delivery/retry-after.js';
import type { SecretHeader } from '../delivery/secret-header.js';
import type { TakeSlot } from '../delivery/share-slots.js';
import type { PostToEndpoint } from '../posting/post-to-endpoint.js';
import { toOpenDeliveryEvents } from './decode-delivery.js';
import {
  noteExhausted,
  type PostWebhook,
  reportFault,
  sendDuplicate,
  sendFaultAhead,
  type Webhook,
} from './inject-fault.js';

export type AttemptDeps = {
  post: PostToEndpoint;
  takeSlot: TakeSlot;
  now: () => Date;
  monotonicMs: () => number;
  tracer: Tracer | undefined;
};

/** The opened secrets and header. `clientSecret`: of an endpoint of format `open_delivery`. */
export type Opened = {
  keys: readonly KeyObject[];
  header: SecretHeader | undefined;
  clientSecret: string | undefined;
};

/** The result of one attempt: its report, and details for the log alone. */
export type Attempt = { attempted: DeliveryAttempted; systemCode: string | null };

/**
 * One POST, from the released delivery to the report, where there is a slot for it. Never throws because of the
 * receiver.
 */
export const attemptDelivery = async (
  deps: AttemptDeps,
  delivery: DeliveryReleased,
  opened: Opened,
): Promise<Attempt> => {
  const url = new URL(delivery.url);
  const leave = deps.takeSlot({
    ownerId: delivery.owner_id,
    origin: url.origin,
    isTest: delivery.test === true,
  });
  if (!leave) return deferDelivery(deps, delivery);
  try {
    return await postDelivery(deps, delivery, url, opened);
  } finally {
    leave();
  }
};

const postDelivery = async (
  deps: AttemptDeps,
  delivery: DeliveryReleased,
  url: URL,
  { keys, header, clientSecret }: Opened,
): Promise<Attempt> => {
  const body = Buffer.from(delivery.body, 'utf8');
  const post: PostWebhook = (webhook) =>
    deps.post({ ownerId: delivery.owner_id, url, ...webhook, secretHeader: header });
  const ahead = await sendFaultAhead(post, delivery, { body, keys, now: deps.now() });
  const startedAt = deps.now();
  const startedMs = deps.monotonicMs();
  const span = deps.tracer && startAttemptSpan(deps.tracer, delivery);
  const events =
    clientSecret === undefined ? [{ body, headers: {} }] : toOpenDeliveryEvents(delivery, clientSecret, startedAt);
  const trace = span ? { traceparent: span.traceparent } : {};
  const posted = await postInOrder(post, delivery, events, { keys, trace, now: startedAt });
  const { result } = posted;
  const durationMs = Math.round(deps.monotonicMs() - startedMs);
  const attempted = toAttempted(deps, delivery, result, { startedAt, durationMs });
  if (span) endAttemptSpan(span, attempted);
  const sent =
    ahead ??
    (await sendDuplicate(post, delivery, { ...posted, at: deps.now() })) ??
    noteExhausted(delivery, { result, at: startedAt });
  const fault = reportFault(delivery, sent, attempted);
  if (fault) attempted.fault = fault;
  return { attempted, systemCode: result.kind === 'unanswered' ? result.systemCode : null };
};

/**
 * The events of a delivery in its endpoint's format, one or two, until one is refused: then all of them are sent again.
 * The second has a `webhook-id` of its own, because its body is another.
 * @returns the last one that was posted
 */
const postInOrder = async (
  post: PostWebhook,
  delivery: DeliveryReleased,
  events: readonly Webhook[],
  { keys, trace, now }: { keys: readonly KeyObject[]; trace: { traceparent?: string }; now: Date },
): Promise<Webhook & { result: PostResult }> => {
  for (const [index, { body, headers }] of events.entries()) {
    const identified = index === 0 ? delivery : { ...delivery, webhook_id: `${delivery.webhook_id}_${index + 1}` };
    const webhook = { headers: { ...buildHeaders(identified, { body, keys, now }), ...headers, ...trace }, body };
    const result = await post(webhook);
    if (index === events.length - 1 || classifyResponse(result).outcome !== 'delivered') return { ...webhook, result };
  }
  throw new Error('a delivery without an event');
};

/** Its merchant or its origin has too much under way: the delivery comes again, and no attempt is spent on it. */
const deferDelivery = (deps: AttemptDeps, delivery: DeliveryReleased): Attempt => ({
  attempted: reportOf(delivery, {
    startedAt: deps.now(),
    durationMs: 0,
    outcome: 'deferred',
    statusCode: null,
    errorCode: 'too_many_in_flight',
    errorDetail: null,
    unreachable: false,
    retryAfterMs: null,
    excerpt: null,
  }),
  systemCode: null,
});

const toAttempted = (
  deps: AttemptDeps,
  delivery: DeliveryReleased,
  result: PostResult,
  { startedAt, durationMs }: { startedAt: Date; durationMs: number },
): DeliveryAttempted => {
  const classification = classifyResponse(result);
  const isAnswered = result.kind === 'answered';
  return reportOf(delivery, {
    startedAt,
    durationMs,
    outcome: classification.outcome,
    statusCode: result.statusCode,
    errorCode: classification.errorCode,
    errorDetail: isAnswered ? result.redirectsTo : result.errorDetail,
    unreachable: classification.unreachable,
    retryAfterMs: isAnswered ? retryAfterMs(result.retryAfter, deps.now()) : null,
    excerpt: isAnswered ? result.excerpt : null,
  });
};

type Ending = {
  startedAt: Date;
  durationMs: number;
  outcome: DeliveryAttempted['outcome'];
  statusCode: number | null;
  errorCode: ErrorCode | null;
  errorDetail: string | null;
  unreachable: boolean;
  retryAfterMs: number | null;
  excerpt: string | null;
};

const reportOf = (delivery: DeliveryReleased, ending: Ending): DeliveryAttempted => {
  const attempted: DeliveryAttempted = {
    schema_version: schemaVersion,
    type: 'delivery.attempted',
    delivery_id: delivery.delivery_id,
    order_id: delivery.order_id,
    endpoint_id: delivery.endpoint_id,
    owner_id: delivery.owner_id,
    generation: delivery.generation,
    attempt: delivery.attempt,
    revision: delivery.revision,
    occurred_at: ending.startedAt.toISOString(),
    outcome: ending.outcome,
    status_code: ending.statusCode,
    error_code: ending.errorCode,
    unreachable: ending.unreachable,
    duration_ms: ending.durationMs,
    response_excerpt: ending.excerpt,
  };
  if (ending.retryAfterMs !== null) attempted.retry_after_ms = ending.retryAfterMs;
  if (ending.errorDetail !== null) attempted.error_detail = ending.errorDetail;
  if (delivery.test) attempted.test_webhook_id = delivery.webhook_id;
  return attempted;
};

/** The span of one POST. It has only scheme, host and port of the URL: path and query may be secrets. */
const startAttemptSpan = (tracer: Tracer, delivery: DeliveryReleased): Span | undefined => {
  if (delivery.traceparent === null) return undefined;
  const { protocol, hostname, port } = new URL(delivery.url);
  return tracer.follow('client', 'POST webhook', delivery.traceparent, {
    'http.request.method': 'POST',
    'url.scheme': protocol.slice(0, -1),
    'server.address': hostname,
    'server.port': port === '' ? undefined : Number(port),
    event: delivery.event,
    order_id: delivery.order_id,
    delivery_id: delivery.delivery_id,
    endpoint_id: delivery.endpoint_id,
    attempt: delivery.attempt,
    generation: delivery.generation,
  });
};

/** A receiver's failure is a failed span, so that the trace shows why the webhook came late. */
const endAttemptSpan = (span: Span, attempted: DeliveryAttempted): void => {
  const { outcome, status_code, error_code, retry_after_ms } = attempted;
  span.end({
    attributes: {
      outcome,
      'http.response.status_code': status_code ?? undefined,
      'error.type': error_code ?? undefined,
      retry_after_ms,
    },
    error: outcome === 'delivered' ? undefined : (error_code ?? outcome),
  });
};
