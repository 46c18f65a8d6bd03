import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import {
  type CourierDelivery,
  courierDeliveryListSchema,
  courierDeliveryStates,
  problemSchema,
} from '@delivery/contracts';

/** A delivery that simulated couriers move. */
export type SandboxDelivery = Pick<CourierDelivery, 'id' | 'state' | 'status' | 'updated_at' | 'tracking_url'> &
  Pick<
    NonNullable<CourierDelivery['sandbox']>,
    'merchant_id' | 'scenario' | 'speed' | 'seed' | 'ready_at' | 'ready_count' | 'handover_code'
  > & {
    /** On the grid of the offers; `null`: it was erased. */
    door: NonNullable<CourierDelivery['dropoff_area']>['coordinates'] | null;
  };

const pageSize = 100;

/**
 * Hands over those that are open, then those that the system has, page by page. Resolves with the failure that stopped
 * it, or with nothing.
 */
export const listDeliveries = async (
  call: CallCourierApi,
  onPage: (deliveries: readonly SandboxDelivery[]) => void,
): Promise<Unavailable | undefined> => {
  for (const state of courierDeliveryStates) {
    for (let cursor: string | null = ''; cursor !== null;) {
      const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const came = await call({ method: 'GET', path: `/deliveries?state=${state}&limit=${pageSize}${from}` });
      if (came.kind === 'unavailable') return came;
      if (came.kind === 'refused') return { kind: 'unavailable', reason: `answered ${came.status} ${came.code}` };
      const page = courierDeliveryListSchema.safeParse(came.body).data;
      if (!page) return { kind: 'unavailable', reason: 'answered, but not like this release of the couriers’ API' };
      onPage(page.data.flatMap(toSimulated));
      cursor = page.next_cursor;
    }
  }
  return undefined;
};

/** Leaves out deliveries that their merchant moves by hand. */
const toSimulated = ({ sandbox, ...delivery }: CourierDelivery): SandboxDelivery[] => {
  if (!sandbox || sandbox.manual_since !== null) return [];
  const { id, state, status, updated_at, tracking_url, dropoff_area } = delivery;
  const { manual_since: _, ...simulated } = sandbox;
  const door = dropoff_area?.coordinates ?? null;
  return [{ id, state, status, updated_at, tracking_url, door, ...simulated }];
};

/** The outcome of a call. Expected failures are data: the caller knows what they mean for an order. */
export type CallOutcome =
  | { kind: 'answered'; body: unknown }
  /** Not done, and the same again would fail again. */
  | { kind: 'refused'; status: number; code: string; detail: string }
  /** The call may have taken effect: send the same again later. */
  | Unavailable;
export type Unavailable = { kind: 'unavailable'; reason: string; retryAfterMs?: number };

export type CourierApiRequest = {
  method: 'GET' | 'POST';
  /** Below `/courier/v1`. */
  path: string;
  body?: object;
  idempotencyKey?: string;
};
export type CallCourierApi = (request: CourierApiRequest) => Promise<CallOutcome>;

/** The time limit of a call, its body included. */
const timeoutMs = 10_000;
/** A page of 100 deliveries has some 100 KB, and addresses may be long. */
const answerMaxBytes = 8 * 1024 * 1024;
/** Ours to wait out: a deployment may be changing its token, and a proxy may answer for intake-api. */
const waitedOut = new Set([401, 403, 408, 429]);

/** The couriers’ API over connections that are kept open. Not fetch: it takes three times as much of a processor. */
export const createCallCourierApi = (deps: { url: string; token: string; connectionsMax: number }) => {
  const { request: send, Agent } = deps.url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: deps.connectionsMax, scheduling: 'lifo' });
  const base = `${deps.url.replace(/\/+$/, '')}/courier/v1`;

  const attempt = ({ method, path, body, idempotencyKey }: CourierApiRequest): Promise<CallOutcome> =>
    new Promise((resolve, reject) => {
      const outgoing = send(`${base}${path}`, {
        method,
        agent,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          authorization: `Bearer ${deps.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
      });
      outgoing.once('error', reject);
      outgoing.once('response', (response) => {
        readText(response).then((text) => resolve(readAnswer(response, text)), reject);
      });
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });

  const call: CallCourierApi = async (request) => {
    try {
      return await attempt(request);
    } catch (error) {
      return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) };
    }
  };
  return { call, close: () => agent.destroy() };
};

/** @throws Error when the connection breaks off, or more comes than any answer has */
const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    byteCount += chunk.length;
    if (byteCount > answerMaxBytes) throw new Error(`answers with more than ${answerMaxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const readAnswer = ({ statusCode: status = 0, headers }: IncomingMessage, text: string): CallOutcome => {
  const body = parseJson(text);
  if (status >= 200 && status < 300 && body !== undefined) return { kind: 'answered', body };
  const problem = problemSchema.safeParse(body).data;
  if (problem && status >= 400 && status < 500 && !waitedOut.has(status)) {
    return { kind: 'refused', status, code: problem.code, detail: problem.detail };
  }
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return {
    kind: 'unavailable',
    reason: `answered ${status}${problem ? ` ${problem.code}` : ''}`,
    ...(seconds >= 0 ? { retryAfterMs: seconds * 1_000 } : {}),
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so not an answer of this API.
    return undefined;
  }
};
