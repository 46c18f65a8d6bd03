import { randomUUID } from 'node:crypto';
import type { DirectoryEntry } from '@delivery/contracts';
import { readTraceparent, type SpanEnd, type Tracer } from '@delivery/tracing';
import type { Request, RequestHandler, Response } from 'express';
import { answerProblem } from '../http/answer-problem.js';
import { writeAnswer, type Answer } from '../http/answer.js';
import { limitedAddress } from '../http/client-address.js';
import {
  checkQueryNames,
  ClientGoneError,
  ProblemError,
  readQuery,
  safeRequestId,
  splitTarget,
  temporarilyUnavailable,
  type Query,
} from '@delivery/http-edge';
import type { BoundedLog } from '@delivery/service-kit';
import type { BodyOwner, WaitingBodies } from '../http/waiting-bodies.js';
import type { IntakeMetrics } from '../metrics.js';
import { rateLimitHeaders } from '../rate-limit/rate-limit-headers.js';
import { admitCall, type AdmitDeps, type CallLimit } from './admit-call.js';

/** An admitted request of a known merchant, with its body. */
export type Call = {
  request: Request;
  merchant: DirectoryEntry;
  /** Empty where the method has none. */
  body: Buffer;
  query: Query;
  requestId: string;
  receivedAt: Date;
  /** Of this request's span where it is traced, else as the merchant sent it. */
  traceparent: string | undefined;
};
export type RunCall = (call: Call) => Answer | Promise<Answer>;
/** A call of the API. `query`: the names of its parameters beside the credentials'. */
export type CallSpec = { path: string; limit: CallLimit; query: readonly string[]; run: RunCall };

export type EdgeDeps = AdmitDeps & {
  metrics: IntakeMetrics;
  log: BoundedLog;
  waitingBodies: WaitingBodies;
  /** Requests whose body is there. */
  inFlight: { count: number; max: number };
  isStopping: () => boolean;
  tracer: Tracer | undefined;
};

/** Above this an answer is worth a line of its own. */
const slowMs = 2_000;

type Trip = {
  route: string;
  path: string;
  search: string;
  requestId: string;
  traceparent: string | undefined;
  startedAtMs: number;
};
type Result = { answer: Answer | undefined; headers: Record<string, string>; error?: unknown };

/** One request from its first byte to its answer: admitted, its body read, counted, run. The same for every call of the API. */
export const handleCall =
  (deps: EdgeDeps, spec: CallSpec): RequestHandler =>
  async (request, response) => {
    const trip = startTrip(request, spec.path);
    const span = deps.tracer?.begin('server', `${request.method} ${spec.path}`, trip.traceparent, {
      'http.request.method': request.method,
      'http.route': spec.path,
      request_id: trip.requestId,
    });
    if (span) trip.traceparent = span.traceparent;
    let result: Result | undefined;
    try {
      result = await resolveCall(deps, trip, request, spec);
      finish(deps, trip, request, response, result);
    } finally {
      span?.end(toSpanEnd(result));
    }
  };

const toSpanEnd = (result: Result | undefined): SpanEnd => {
  const status = statusOf(result);
  return { attributes: { 'http.response.status_code': status }, error: status >= 500 ? String(status) : undefined };
};

/** For what matches no call: the answer is a problem, told like any other. */
export const handleProblem =
  (deps: EdgeDeps, route: string, problemOf: (request: Request) => ProblemError) =>
  (request: Request, response: Response): void => {
    const trip = startTrip(request, route);
    finish(deps, trip, request, response, toResult(trip, problemOf(request), addressState(deps, request)));
  };

export const handleAnswer =
  (deps: EdgeDeps, route: string, answer: Answer) =>
  (request: Request, response: Response): void =>
    finish(deps, startTrip(request, route), request, response, { answer, headers: addressState(deps, request) });

const startTrip = (request: Request, route: string): Trip => ({
  route,
  ...splitTarget(request.originalUrl),
  requestId: safeRequestId(request.headers['x-request-id']) ?? randomUUID(),
  traceparent: readTraceparent(request.headers['traceparent']),
  startedAtMs: performance.now(),
});

const resolveCall = async (
  deps: EdgeDeps,
  trip: Trip,
  request: Request,
  { limit, query: names, run }: CallSpec,
): Promise<Result> => {
  let headers: Record<string, string> | undefined;
  try {
    const query = readQuery(trip.search);
    const addressOf = () => limitedAddress(request.ip);
    const admission = await admitCall(deps, request, query, limit, addressOf);
    headers = admission.headers;
    if ('refusal' in admission) throw admission.refusal;
    checkQueryNames(query, [...names, 'key', 'token']);
    const { merchant } = admission;
    const body = await readCallBody(deps, request, { merchantId: merchant.merchant_id, address: addressOf() });
    const { requestId, traceparent } = trip;
    const call = { request, merchant, body, query, requestId, receivedAt: new Date(), traceparent };
    return { answer: await runWithinMax(deps.inFlight, () => run(call)), headers };
  } catch (error) {
    return toResult(trip, error, headers ?? addressState(deps, request));
  }
};

/** What other methods send is not looked at. */
const readCallBody = ({ waitingBodies }: EdgeDeps, request: Request, owner: BodyOwner): Promise<Buffer> | Buffer =>
  request.method === 'POST' || request.method === 'PUT' ? waitingBodies.read(request, owner) : nothing;

const nothing = Buffer.alloc(0);

const runWithinMax = async (inFlight: EdgeDeps['inFlight'], run: () => ReturnType<RunCall>): Promise<Answer> => {
  if (inFlight.count >= inFlight.max) throw temporarilyUnavailable('Too many requests are under way.');
  inFlight.count += 1;
  try {
    return await run();
  } finally {
    inFlight.count -= 1;
  }
};

const toResult = (trip: Trip, error: unknown, headers: Record<string, string>): Result => {
  if (error instanceof ClientGoneError) return { answer: undefined, headers };
  const problem =
    error instanceof ProblemError
      ? error
      : new ProblemError('internal_error', 'Something failed here. It is logged under the request id.', {
          cause: error,
        });
  return { answer: answerProblem(problem, { instance: trip.path, requestId: trip.requestId }), headers, error };
};

/** Where nobody is logged in, the limit that applies is that of failed logins. */
const addressState = ({ limits, buckets }: EdgeDeps, request: Request): Record<string, string> => {
  const perMinute = limits.failedLoginsPerMinute;
  const state = buckets.failedLogins.peek(limitedAddress(request.ip), perMinute);
  return rateLimitHeaders({ name: 'failed-login', perMinute, ...state });
};

const finish = (deps: EdgeDeps, trip: Trip, request: Request, response: Response, result: Result): void => {
  const durationMs = performance.now() - trip.startedAtMs;
  const { answer, headers } = result;
  const status = statusOf(result);
  deps.metrics.countRequest(trip.route, request.method, String(status)).inc();
  deps.metrics.observeDuration(trip.route).observe(durationMs / 1000);
  if (status >= 500 || durationMs >= slowMs)
    logOutcome(deps.log, trip, request.method, status, durationMs, result.error);
  // Answered already: the body broke HTTP, or came too late for the server.
  if (!answer || response.destroyed || response.headersSent) return;
  // While draining, a kept-alive connection must end with this answer, or the next request would meet a closed port.
  if (deps.isStopping()) headers['connection'] = 'close';
  headers['x-request-id'] = trip.requestId;
  writeAnswer(response, answer, headers);
};

/** Never sent: what the metrics call a request whose client went away. */
const clientGoneStatus = 499;
const statusOf = (result: Result | undefined): number => (result ? (result.answer?.status ?? clientGoneStatus) : 500);

const logOutcome = (
  log: BoundedLog,
  { route, requestId }: Trip,
  method: string,
  status: number,
  durationMs: number,
  error: unknown,
): void => {
  const cause = error instanceof ProblemError ? error.cause : error;
  const code = error instanceof ProblemError ? error.code : undefined;
  const fields = { requestId, method, route, status, code, durationMs: Math.round(durationMs), err: cause };
  log(status === 500 ? 'error' : 'warn', fields, status >= 500 ? 'request.failed' : 'request.slow');
};
