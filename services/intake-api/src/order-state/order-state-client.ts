import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';

/** No usable answer: refused, reset, overdue or too large. */
export class OrderStateUnavailableError extends Error {
  override readonly name = 'OrderStateUnavailableError';
}

export type InternalRequest = {
  method: string;
  /** Path and query below the origin of ORDER_STATE_URL. */
  path: string;
  timeoutMs: number;
  body?: Buffer;
  headers?: Readonly<Record<string, string>>;
};
export type InternalAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export type OrderStateClient = {
  /** @throws OrderStateUnavailableError */
  call: (request: InternalRequest) => Promise<InternalAnswer>;
  close: () => void;
};

/** For every call that a client of intake-api waits for. */
export const answerDeadlineMs = 2_000;
/** One page of orders is the largest answer: 100 orders of at most 256 KiB each. */
const answerMaxBytes = 32 * 1024 * 1024;
const socketMax = 128;

/** order-state's internal API over one pool of kept-alive connections. */
export const createOrderStateClient = (deps: { baseUrl: string; internalToken: string }): OrderStateClient => {
  const secure = deps.baseUrl.startsWith('https:');
  const options = { keepAlive: true, maxSockets: socketMax, scheduling: 'lifo' } as const;
  const agent = secure ? new https.Agent(options) : new http.Agent(options);
  const send = secure ? https.request : http.request;
  const authorization = `Bearer ${deps.internalToken}`;

  const attempt = (request: InternalRequest): Promise<InternalAnswer> =>
    new Promise((resolve, reject) => {
      const outgoing = send(new URL(request.path, deps.baseUrl), {
        method: request.method,
        agent,
        headers: { ...headersOf(request), authorization },
      });
      // Headers, body and waiting for a connection included. An AbortSignal would not be cleared by the answer.
      const overdue = () => outgoing.destroy(new Error(`no answer within ${request.timeoutMs} ms`));
      const timer = setTimeout(overdue, request.timeoutMs).unref();
      outgoing.once('close', () => clearTimeout(timer));
      outgoing.once('error', (error) => reject(new AttemptError(error, outgoing.reusedSocket)));
      outgoing.once('response', (response) => {
        readAnswer(response).then(resolve, (error: unknown) => reject(new AttemptError(error, false)));
      });
      outgoing.end(request.body);
    });

  return {
    call: async (request) => {
      try {
        return await attempt(request).catch((error: unknown) => {
          if (mayRepeat(request, error)) return attempt(request);
          throw error;
        });
      } catch (error) {
        throw new OrderStateUnavailableError('order-state did not answer', { cause: causeOf(error) });
      }
    },
    close: () => agent.destroy(),
  };
};

class AttemptError extends Error {
  override readonly name = 'AttemptError';
  constructor(
    cause: unknown,
    readonly onReusedSocket: boolean,
  ) {
    super('attempt failed', { cause });
  }
}

/** order-state closed an idle connection just as it was used: nothing was handled, and reading twice is harmless. */
const mayRepeat = (request: InternalRequest, error: unknown): boolean =>
  request.method === 'GET' &&
  error instanceof AttemptError &&
  error.onReusedSocket &&
  codeOf(error.cause) === 'ECONNRESET';

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const causeOf = (error: unknown): unknown => (error instanceof AttemptError ? error.cause : error);

const headersOf = ({ body, headers }: InternalRequest): Record<string, string | number> => ({
  ...headers,
  ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
});

const readAnswer = async (response: http.IncomingMessage): Promise<InternalAnswer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length > answerMaxBytes) throw new Error(`answer longer than ${answerMaxBytes} bytes`);
    chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
};
