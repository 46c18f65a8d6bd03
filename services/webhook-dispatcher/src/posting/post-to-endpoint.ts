import type { ClientRequest } from 'node:http';
import { Readable } from 'node:stream';
import fetch, { AbortError, FetchError, type Response } from 'node-fetch';
import { explainUrlRefusal } from '@delivery/address-guard';
import type { Agents } from '../connections/agents.js';
import { isRedirect, type PostResult, readRequest } from '../delivery/classify-response.js';
import {
  ConnectionError,
  type ErrorCode,
  errorCodeOf,
  errorDetailOf,
  locationDetailOf,
  type NodeError,
  ownErrorCodes,
  statusOfHead,
  systemCodeOf,
} from '../delivery/connection-errors.js';
import { excerptMaxBytes, excerptOf } from '../delivery/excerpt.js';
import { echoHeadBytes, maskEchoes, type SecretHeader } from '../delivery/secret-header.js';
import { sendWithAgentHook } from './agent-hook.js';

type WebhookRequest = {
  /** No connection carries webhooks of two merchants. */
  ownerId: string;
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** Apart from the others: an answer that repeats it is kept without it. */
  secretHeader?: SecretHeader | undefined;
};
export type PostToEndpoint = (request: WebhookRequest) => Promise<PostResult>;

/** Read so far, then the connection is dropped: a receiver cannot fill this process' memory or time. */
const responseMaxBytes = 64 * 1024;

type Deps = { agents: Agents; allowHttp: boolean; totalTimeoutMs: number };

/**
 * The only place that sends anything to a merchant. Never throws because of the network or the receiver.
 * The whole exchange, with the last byte of the response, has `totalTimeoutMs`.
 */
export const createPostToEndpoint =
  (deps: Deps): PostToEndpoint =>
  async (request) => {
    const refusal = explainUrlRefusal(request.url, deps);
    if (refusal !== undefined) return unanswered('url_refused', null, { errorDetail: refusal });
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), deps.totalTimeoutMs);
    let response: Response | undefined;
    const seen: Seen = {};
    try {
      response = await sendRenewingStale(deps.agents, request, { deadline, seen });
      const excerpt = await readExcerpt(response.body, deadline, request.secretHeader);
      return {
        kind: 'answered',
        statusCode: response.status,
        retryAfter: response.headers.get('retry-after'),
        asks: readRequest(response.headers.get('webhook-delivery')),
        excerpt,
        redirectsTo: isRedirect(response.status)
          ? locationDetailOf(response.headers.get('location'), request.url)
          : null,
      };
    } catch (error) {
      return toUnanswered(error, response?.status ?? null, seen);
    } finally {
      clearTimeout(timer);
    }
  };

/**
 * A reused connection that the server closed before one byte of an answer says nothing about the receiver, so the same
 * request goes out once more on a connection of its own. Should the first have been processed after all, this is the
 * repeat of one `webhook-id` that at-least-once delivery allows at any time.
 */
const sendRenewingStale = async (agents: Agents, request: WebhookRequest, exchange: Exchange) => {
  try {
    return await send(agents.pooled, request, exchange);
  } catch (error) {
    if (!(error instanceof FetchError && error.code === ownErrorCodes.staleSocket)) throw error;
    return await send(agents.fresh, request, exchange);
  }
};

/** Data that node-fetch does not pass on. */
type Seen = { error?: NodeError; switchedTo?: number | undefined };
type Exchange = { deadline: AbortController; seen: Seen };

const send = (agent: Agents['pooled'], request: WebhookRequest, { deadline, seen }: Exchange): Promise<Response> =>
  fetch(request.url, {
    method: 'POST',
    agent: sendWithAgentHook(agent(request.url), request, (sent) => {
      if (request.secretHeader) sent.setHeader(request.secretHeader.name, request.secretHeader.value);
      limitAnswer(sent);
      sent.once('error', (error) => {
        seen.error = error;
      });
      // Nothing else would end the request: Node takes a 101 for an upgrade, which was not asked for.
      sent.once('upgrade', (answer, socket) => {
        socket.destroy();
        seen.switchedTo = answer.statusCode;
        sent.emit(
          'error',
          new ConnectionError('protocolSwitched', 'the server switched protocols without being asked to'),
        );
      });
    }),
    signal: deadline.signal,
    redirect: 'manual',
    // Accepts the same responses that break a rule of HTTP as curl, Go and Python; see docs/webhooks.md.
    insecureHTTPParser: true,
    // No Accept-Encoding and no inflating: a compressed answer cannot expand here.
    compress: false,
  });

/** Reads to the end, so that the connection can be used again, or to the limit, where it is cut. */
const readExcerpt = (
  body: Response['body'],
  deadline: AbortController,
  secretHeader: SecretHeader | undefined,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const keptMaxBytes = excerptMaxBytes + (secretHeader ? echoHeadBytes : 0);
    const kept: Buffer[] = [];
    let sizeBytes = 0;
    let isFinished = false;
    const finish = () => {
      if (isFinished) return;
      isFinished = true;
      const start = Buffer.concat(kept).subarray(0, keptMaxBytes);
      resolve(excerptOf(secretHeader ? maskEchoes(start, secretHeader, excerptMaxBytes) : start));
    };
    // An answer that broke off within its first bytes is closed already, and emits nothing more.
    if (!(body instanceof Readable) || body.destroyed) return finish();
    body.on('data', (bytes: Buffer) => {
      if (sizeBytes < keptMaxBytes) kept.push(bytes);
      sizeBytes += bytes.length;
      if (sizeBytes <= responseMaxBytes) return;
      finish();
      deadline.abort();
    });
    // A body that breaks off changes nothing about a status that came whole. One that never ends is a timeout: a
    // receiver that drips would otherwise hold a connection per webhook and count as healthy.
    body.once('error', (error) => {
      if (error instanceof AbortError) reject(error);
    });
    body.once('close', finish);
  });

/** node-fetch passes on the code alone of an error of Node's request, in an error that quotes the URL. */
const toUnanswered = (error: unknown, statusCode: number | null, seen: Seen): PostResult => {
  // Nothing else aborts: the limit on the body does so when the outcome is known.
  if (error instanceof AbortError) return unanswered('response_timeout', statusCode);
  if (seen.switchedTo !== undefined)
    return {
      kind: 'answered',
      statusCode: seen.switchedTo,
      retryAfter: null,
      asks: null,
      excerpt: '',
      redirectsTo: null,
    };
  const cause = seen.error ?? (error instanceof ConnectionError ? error : undefined);
  const systemCode = cause && systemCodeOf(cause);
  return unanswered(errorCodeOf(systemCode), statusCode ?? statusOfHead(cause), {
    errorDetail: cause ? errorDetailOf(cause) : null,
    systemCode: systemCode ?? null,
  });
};

const unanswered = (
  errorCode: ErrorCode,
  statusCode: number | null,
  { errorDetail = null, systemCode = null }: { errorDetail?: string | null; systemCode?: string | null } = {},
): PostResult => ({ kind: 'unanswered', errorCode, statusCode, errorDetail, systemCode });

/**
 * The bytes of one answer on the connection, informational responses, headers and the framing of chunks included: room
 * for the body that is read, in chunks of a few bytes each.
 */
const wireMaxBytes = 256 * 1024;

/**
 * Closes the connection of a receiver that sends more than the answer. The limits of the HTTP parser are for one
 * header or one chunk: any number of them would be read until the time is up.
 */
const limitAnswer = (request: ClientRequest): void => {
  // The parser's own limit for the headers is 16 KiB. It takes another from the request, as `http.request` would set
  // it.
  Object.assign(request, { maxHeaderSize: wireMaxBytes });
  request.once('socket', (socket) => {
    let sizeBytes = 0;
    const count = (bytes: Buffer) => {
      sizeBytes += bytes.length;
      if (sizeBytes > wireMaxBytes)
        socket.destroy(new ConnectionError('answerTooLarge', `more than ${wireMaxBytes} bytes for one request`));
    };
    socket.on('data', count);
    request.once('close', () => socket.off('data', count));
  });
};
