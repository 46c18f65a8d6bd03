import type { Request } from 'express';
import {
  type Answer,
  type AnswerLater,
  answerProblem,
  checkQueryNames,
  ClientDisconnectedError,
  type Exchange,
  limitedAddress,
  type Outcome,
  ProblemError,
  readQuery,
  type Reply,
  type ReplyLater,
  type Route,
  type RouteHandlers,
} from '@delivery/http-edge';
import type { BoundedLog } from '@delivery/service-kit';
import { readTraceparent, type Span, type SpanEnd, toUnsampled, type Tracer } from '@delivery/tracing';
import type { RequestHead } from '../auth/read-credentials.js';
import { holdAnswer, readBodyWithin } from '../http/bounded-bytes.js';
import type { ByteBudget, ByteOwner } from '../http/byte-budget.js';
import type { IntakeMetrics } from '../metrics.js';
import { rateLimitHeaders } from '../rate-limit/rate-limit-headers.js';
import type { FairSlots } from '../shares/fair-slots.js';
import { limitOf, refusal } from '../shares/over-limit.js';
import { type Charge, costsMore, hasCredentials } from './admit-call.js';
import type { AdmittedCall, Call, CallSpec, CourierSpec, OpenSpec, PlatformSpec } from './call.js';
import {
  type CallerDeps,
  type CallerKind,
  type Charged,
  courierCaller,
  type Headers,
  merchantCaller,
  platformCaller,
  tokenKindOf,
} from './caller-kinds.js';

export type CallHandlerDeps = CallerDeps & {
  metrics: IntakeMetrics;
  log: BoundedLog;
  byteBudget: ByteBudget;
  /** Bounds the requests in progress whose body has arrived. */
  calls: FairSlots;
  /** The one long body that a round of the event loop looks at. */
  longBodies: FairSlots;
  /** Called for each 429. `merchantId`: the caller, if it is known. */
  onLimited: (limit: string, merchantId: string | undefined) => void;
  /** Called with the status of each answer to a create. */
  onCreateAnswered: (status: number) => void;
  isStopping: () => boolean;
  tracer: Tracer | undefined;
};

/** Above this an answer is worth a line of its own. */
const slowMs = 2_000;

/** A call within another one, with its credentials and its connection. */
type InnerExchange = Omit<Exchange, 'request'> & {
  request: RequestHead & Pick<Request, 'ip' | 'socket' | 'res' | 'method'>;
  body: Buffer;
};

type AnyExchange = Exchange | InnerExchange;

type RequestContext = {
  exchange: AnyExchange;
  traceparent: string | undefined;
  startedAtMs: number;
  /** Whose call it is, once that is known. */
  merchantId?: string | undefined;
  /** The owner of the request's bytes, once it is known. */
  ownerOf?: () => ByteOwner;
  /** Facts of an admitted call. */
  chargeAnswer?: Charge['answer'];
  /** How long its refusal waits. */
  pauseMs?: number;
};
export type Spec = CallSpec | CourierSpec | PlatformSpec;
type TracedCall = { context: RequestContext; spec: Spec; span: Span | undefined };
type Result = { answer: Answer | undefined; headers: Headers; error?: unknown };

/**
 * The handling around every call. `answer`: for a request that is no call, counted like any other. `callWithin`:
 * admits, limits and counts a call within another one like any other.
 */
export type CallHandlers = RouteHandlers<Spec | OpenSpec> & {
  answer: (exchange: Exchange, answer: Answer) => Answer | undefined;
  callWithin: (exchange: InnerExchange, spec: Spec) => Promise<Reply>;
};

export const createCallHandlers = (deps: CallHandlerDeps): CallHandlers => {
  const answer = (exchange: Exchange, answer: Answer) =>
    finish(deps, startContext(exchange), { answer, headers: addressState(deps, exchange.request) });
  return {
    call: async (exchange, spec) => {
      if (!('open' in spec)) return handleCall(deps, exchange, spec);
      if (spec.known && hasCredentials(exchange.request, readQuery(exchange.search)))
        return handleCall(deps, exchange, spec.known);
      return answer(exchange, await spec.open(exchange));
    },
    answer,
    callWithin: async (exchange, spec) => {
      const reply = await handleCall(deps, exchange, spec);
      return typeof reply === 'function' ? new Promise(reply) : reply;
    },
    options: (exchange, allow) => answer(exchange, { status: 204, headers: { allow } }),
    fail: (exchange, error) => {
      // A path that cannot be decoded is answered like an unknown one.
      const reported = error instanceof URIError ? new ProblemError('route_not_found', notFound(exchange.path)) : error;
      return finish(deps, startContext(exchange), toResult(exchange, reported, addressState(deps, exchange.request)));
    },
    notFound,
  };
};

/** The calls at `/v1` that the two APIs below another path do not have themselves. */
const sharedCall =
  /^\/(?:courier|platform)\/v1\/((?:sandbox\/)?webhook-(?:endpoints|deliveries|replays)|contacts)|^\/platform\/v1\/(events)(?:\/|$)/;

const notFound = (path: string): string => {
  const [, webhooks, other = webhooks] = sharedCall.exec(path) ?? [];
  return other === undefined ? nothingHere : `This call is below /v1/${other}, with the same token.`;
};

const nothingHere =
  'No call has this path. Guides: /docs/guide, /platform/docs/guide, /courier/docs/guide, /docs/open-delivery.';

/** Refusals of one token or address in a second. */
const refusalsPerSecond = 20;
/**
 * More than that wait for their turn, at most this long. A client that sends again at once, as long as it is refused,
 * would otherwise take the cost of its refusals from all others.
 */
export const refusalPauseMaxMs = 3_000;

const pauseOf = ({ buckets }: CallHandlerDeps, source: string, error: unknown): number =>
  error instanceof ProblemError && error.code === 'rate_limited'
    ? buckets.refusals.charge(source, refusalsPerSecond, 1)
    : 0;

/** One request from its first byte to its answer: admitted, its body read, counted, run. */
const handleCall = async (deps: CallHandlerDeps, exchange: AnyExchange, spec: Spec): Promise<Reply | ReplyLater> => {
  const context = startContext(exchange);
  const { method } = exchange.request;
  const span = deps.tracer?.begin('server', `${method} ${spec.path}`, context.traceparent, {
    'http.request.method': method,
    'http.route': spec.path,
    request_id: exchange.requestId,
  });
  // A call that is not sampled here is not sampled in the services behind, even if the caller's context says so.
  if (deps.tracer) context.traceparent = span?.traceparent ?? (context.traceparent && toUnsampled(context.traceparent));
  const traced = { context, spec, span };
  const result = await resolveCall(deps, context, spec);
  if (!('later' in result)) {
    const answer = conclude(deps, traced, result);
    return context.pauseMs ? (settle) => void setTimeout(settle, context.pauseMs, answer) : answer;
  }
  const { later, headers } = result;
  return (settle) => later((outcome) => settle(conclude(deps, traced, toResultOf(exchange, outcome, headers))));
};

const toResultOf = (exchange: AnyExchange, outcome: Outcome, headers: Headers): Result =>
  'error' in outcome ? toResult(exchange, outcome.error, headers) : { answer: outcome.answer, headers };

const conclude = (deps: CallHandlerDeps, { context, spec, span }: TracedCall, made: Result): Answer | undefined => {
  const result = holdBytes(deps, context, made);
  context.chargeAnswer?.(Buffer.byteLength(made.answer?.body ?? ''));
  try {
    return finish(deps, context, result, spec);
  } finally {
    span?.end(toSpanEnd(result));
  }
};

const holdBytes = ({ byteBudget }: CallHandlerDeps, { exchange, ownerOf }: RequestContext, result: Result): Result => {
  const { res: response } = exchange.request;
  const refusal = response && ownerOf && result.answer && holdAnswer(byteBudget, response, ownerOf, result.answer);
  return refusal ? toResult(exchange, refusal, result.headers) : result;
};

const toSpanEnd = (result: Result): SpanEnd => {
  const status = statusOf(result);
  return { attributes: { 'http.response.status_code': status }, error: status >= 500 ? String(status) : undefined };
};

const startContext = (exchange: AnyExchange): RequestContext => ({
  exchange,
  traceparent: readTraceparent(exchange.request.headers['traceparent']),
  startedAtMs: performance.now(),
});

type Resolved = Result | { later: AnswerLater; headers: Headers };

const resolveCall = (deps: CallHandlerDeps, context: RequestContext, spec: Spec): Promise<Resolved> => {
  if (!('api' in spec)) {
    const kind = tokenKindOf(context.exchange.request);
    const other = kind && spec.others?.[kind];
    return other ? resolveCall(deps, context, other) : resolveAs(deps, context, spec, merchantCaller);
  }
  if (spec.api === 'courier') return resolveAs(deps, context, spec, courierCaller);
  return resolveAs(deps, context, spec, platformCaller);
};

const resolveAs = async <
  AnySpec extends Route<AdmittedCall & Caller, Answer | AnswerLater> & Pick<Spec, 'waits'>,
  Known extends Charged,
  Caller extends Pick<AdmittedCall, 'callerId' | 'credential'>,
>(
  deps: CallHandlerDeps,
  context: RequestContext,
  spec: AnySpec,
  { credentials, admit, callerOf }: CallerKind<AnySpec, Known, Caller>,
): Promise<Resolved> => {
  const { query: names = [], handle, waits } = spec;
  const { exchange, traceparent } = context;
  const { request, search, params, requestId } = exchange;
  const addressOf = () => limitedAddress(request.ip);
  let [headers, source]: [Headers?, string?] = [];
  try {
    const query = readQuery(search);
    const admission = await admit(deps, { request, query, spec, addressOf });
    headers = admission.headers;
    context.merchantId = admission.merchantId;
    source = 'refusal' in admission ? admission.source : admission.tokenHash;
    if ('refusal' in admission) throw admission.refusal;
    checkQueryNames(query, [...names, ...credentials]);
    const { charge } = admission;
    const caller = callerOf(admission);
    const ownerOf = () => ({ merchantId: caller.callerId, address: addressOf() });
    context.ownerOf = ownerOf;
    const body = await readBodyOf(deps, exchange, ownerOf);
    const tooMany = charge.body(body.length);
    if (tooMany) throw tooMany;
    context.chargeAnswer = charge.answer;
    if (costsMore(body.length)) await takeTurn(deps, caller.callerId);
    const onClosing = closingListener(request);
    const received = { requestId, receivedAt: new Date(), addressOf, traceparent, onClosing };
    const call = { params, headers: request.headers, query, body, ...received, ...caller };
    const answer = waits ? await handle(call) : await runWithinShare(deps, caller.callerId, () => handle(call));
    return typeof answer === 'function' ? { later: answer, headers } : { answer, headers };
  } catch (error) {
    context.pauseMs = pauseOf(deps, source ?? addressOf(), error);
    return toResult(exchange, error, headers ?? addressState(deps, request));
  }
};

/** A body is not looked at with other methods. */
const withBody: ReadonlySet<string> = new Set<Route<Call>['method']>(['POST', 'PUT', 'PATCH']);

const nothing = Buffer.alloc(0);

const readBodyOf = ({ byteBudget }: CallHandlerDeps, exchange: AnyExchange, ownerOf: () => ByteOwner) => {
  if ('body' in exchange) return exchange.body;
  const { request } = exchange;
  return withBody.has(request.method) ? readBodyWithin(byteBudget, request, ownerOf()) : nothing;
};

/** The request itself is complete, and tells nothing any more: its connection does. */
const closingListener =
  ({ socket }: Pick<Request, 'socket'>): Call['onClosing'] =>
  ({ halfClosed, disconnected }) => {
    // It may have closed while the call was admitted.
    if (socket.destroyed) disconnected();
    else if (socket.readableEnded) halfClosed();
    socket.on('end', halfClosed).on('close', disconnected);
    return () => void socket.off('end', halfClosed).off('close', disconnected);
  };

/** Milliseconds of CPU each: many that arrive together would hold up all others, who come between two of them so. */
const takeTurn = async ({ longBodies }: CallHandlerDeps, callerId: string): Promise<void> => {
  const taken = await longBodies.take(callerId, 1);
  if ('refused' in taken) throw refusal('calls_under_way', taken.refused);
  setImmediate(taken.giveBack);
};

const runWithinShare = async <T>(
  { calls }: CallHandlerDeps,
  callerId: string,
  run: () => T | Promise<T>,
): Promise<T> => {
  const taken = await calls.take(callerId, 1);
  if ('refused' in taken) throw refusal('calls_under_way', taken.refused);
  try {
    return await run();
  } finally {
    taken.giveBack();
  }
};

const toResult = ({ path, requestId }: AnyExchange, error: unknown, headers: Headers): Result => {
  if (error instanceof ClientDisconnectedError) return { answer: undefined, headers };
  const problem =
    error instanceof ProblemError
      ? error
      : new ProblemError('internal_error', 'An internal error occurred. It was logged with the request id.', {
          cause: error,
        });
  return { answer: answerProblem(problem, { instance: path, requestId }), headers, error };
};

/** A call without valid credentials falls under the rate limit of failed logins. */
const addressState = ({ limits, buckets }: CallHandlerDeps, request: Pick<Request, 'ip'>): Headers => {
  const perMinute = limits.failedLoginsPerMinute;
  const state = buckets.failedLogins.peek(limitedAddress(request.ip), perMinute);
  return () => rateLimitHeaders({ name: 'failed-login', perMinute, ...state });
};

const finish = (
  deps: CallHandlerDeps,
  context: RequestContext,
  result: Result,
  { waits, limit: bucket }: Partial<Pick<CallSpec, 'waits' | 'limit'>> = {},
): Answer | undefined => {
  const { request, route } = context.exchange;
  const durationMs = performance.now() - context.startedAtMs;
  const { answer, error } = result;
  const limit = limitOf(error);
  if (limit !== undefined) deps.onLimited(limit, context.merchantId);
  const status = statusOf(result);
  deps.metrics.countRequest(route, request.method, String(status)).inc();
  if (bucket === 'create') deps.onCreateAnswered(status);
  deps.metrics.observeDuration(route).observe(durationMs / 1000);
  if (status >= 500 || (durationMs >= slowMs && !waits))
    logOutcome(deps.log, context.exchange, status, durationMs, error);
  if (!answer) return undefined;
  const headers = result.headers();
  // While draining, a kept-alive connection must end with this answer, or the next request would meet a closed port.
  if (deps.isStopping()) headers['connection'] = 'close';
  // Assigned, not spread: copies of records whose keys are computed took 5 µs of a request.
  return { status: answer.status, body: answer.body, headers: Object.assign(headers, answer.headers) };
};

/** Never sent: the status that the metrics give a request whose client went away. */
const clientDisconnectedStatus = 499;
const statusOf = ({ answer }: Result): number => answer?.status ?? clientDisconnectedStatus;

const logOutcome = (
  log: BoundedLog,
  { request: { method }, route, requestId }: AnyExchange,
  status: number,
  durationMs: number,
  error: unknown,
): void => {
  const cause = error instanceof ProblemError ? error.cause : error;
  const code = error instanceof ProblemError ? error.code : undefined;
  const fields = { requestId, method, route, status, code, durationMs: Math.round(durationMs), err: cause };
  log(status === 500 ? 'error' : 'warn', fields, status >= 500 ? 'request.failed' : 'request.completed_slowly');
};
