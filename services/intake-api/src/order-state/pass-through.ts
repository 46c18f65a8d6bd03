import { z } from 'zod';
import { fieldErrorSchema, type ProblemCode, problemIdsSchema, problemStatuses } from '@delivery/contracts';
import { type Answer, ProblemError, temporarilyUnavailable } from '@delivery/http-edge';
import { management } from '../shares/over-limit.js';
import type { MerchantCalls } from './merchant-calls.js';
import { answerDeadlineMs, type InternalAnswer, OrderStateUnavailableError } from './order-state-client.js';

export type PassedCall = {
  /** The merchant, the courier's system or the platform. */
  callerId: string;
  below: 'merchants' | 'couriers' | 'platforms';
  method: string;
  /** Below the caller: `/orders/{id}?…`. */
  rest: string;
  body?: Buffer;
  headers: Readonly<Record<string, string>>;
  timeoutMs?: number;
};

/** RFC 6750, 3.1: not intake-api's own token is meant. */
const isRevoked = ({ status, headers }: InternalAnswer): boolean =>
  status === 401 && headers['www-authenticate']?.includes('error="invalid_token"') === true;

const codes = Object.keys(problemStatuses).filter((code): code is ProblemCode => code in problemStatuses);
const internalProblemSchema = problemIdsSchema.extend({
  code: z.enum(codes),
  detail: z.string(),
  errors: z.array(fieldErrorSchema).optional(),
});

/** order-state answers the merchant's body itself; a problem is rewritten with this request's id and path. */
export const passThrough = async (client: MerchantCalls, call: PassedCall): Promise<Answer> =>
  passAnswer(await askOrderState(client, call));

/** The whole answer, for callers that need more than its body. @throws ProblemError unless it is a success */
export const askOrderState = async (client: MerchantCalls, call: PassedCall): Promise<InternalAnswer> => {
  const answer = await callOrderState(client, call);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw toProblemError(answer);
};

const callOrderState = async (client: MerchantCalls, call: PassedCall): Promise<InternalAnswer> => {
  try {
    return await client.call(call.callerId, {
      method: call.method,
      path: `/internal/v1/${call.below}/${call.callerId}${call.rest}`,
      timeoutMs: call.timeoutMs ?? answerDeadlineMs,
      headers: call.headers,
      ...(call.body ? { body: call.body } : {}),
    });
  } catch (error) {
    if (!(error instanceof OrderStateUnavailableError)) throw error;
    throw unanswerable(error);
  }
};

/** order-state gave no answer, or none that was agreed. */
export const unanswerable = (cause: unknown): ProblemError =>
  temporarilyUnavailable('The service is temporarily unavailable. Try again.', cause);

/** The part of the answer that the caller gets. */
export const passAnswer = ({ status, headers, body }: InternalAnswer): Answer => {
  const passed = {
    ...(headers.location?.startsWith('/v1/') && { location: headers.location }),
    ...(headers.etag !== undefined && { etag: headers.etag }),
    // A file, which may be of another type than JSON.
    ...(headers['content-disposition'] !== undefined && {
      'content-disposition': headers['content-disposition'],
      'content-type': headers['content-type'] ?? 'application/json',
    }),
  };
  return body.length === 0 ? { status, headers: passed } : { status, body, headers: passed };
};

/** The problem that the caller gets. */
export const toProblemError = ({ status, headers, body }: InternalAnswer): ProblemError => {
  const problem = parseProblem(body);
  const isRefused = problem?.code === 'invalid_credentials' && !isRevoked({ status, headers, body });
  // Anything but an agreed problem (a refused internal token, another release) is our fault, not the merchant's.
  if (!problem || problemStatuses[problem.code] !== status || isRefused) {
    return unanswerable(new Error(`order-state answered ${status}`));
  }
  const challenge = headers['www-authenticate'];
  const retryAfter = headers['retry-after'] ?? (status === 503 ? '1' : undefined);
  return new ProblemError(problem.code, problem.detail, {
    ids: problemIdsSchema.parse(problem),
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...(challenge ? { headers: { 'www-authenticate': challenge } } : {}),
    ...(retryAfter ? { headers: { 'retry-after': retryAfter, ...limitState(problem.code, retryAfter) } } : {}),
  });
};

const limitState = (code: ProblemCode, retryAfter: string): Record<string, string> =>
  code === 'rate_limited' ? { ratelimit: `"${management}";r=0;t=${retryAfter}` } : {};

const parseProblem = (body: Buffer) => {
  try {
    return internalProblemSchema.safeParse(JSON.parse(body.toString('utf8'))).data;
  } catch {
    return undefined;
  }
};
