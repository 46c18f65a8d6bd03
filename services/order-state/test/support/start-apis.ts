import { hash, randomBytes, randomUUID } from 'node:crypto';
import {
  type DeliveryReleased,
  deriveOrderId,
  type MerchantMode,
  type OrderContent,
  type OrderMessage,
  takeResultsSchema,
  type Verdict,
} from '@delivery/contracts';
import { listen } from '@delivery/http-edge';
import { createPool, type Pool, type Standby } from '@delivery/postgres';
import { createLogger, createRegistry, createSealer, type Logger, type Sealer } from '@delivery/service-kit';
import { createDatabase, expectDeclared, pollUntil } from '@delivery/test-support';
import { createPulling } from '../../src/create-engine.js';
import { createOutageReport } from '../../src/dashboards/outage.js';
import { createHttpApp } from '../../src/http-app.js';
import { createDeliveryIds } from '../../src/ledger/rules/deliveries.js';
import { type SettleAttempts } from '../../src/ledger/settle-attempts.js';
import { type ConfirmTokens, createConfirmTokens } from '../../src/mails/rules/confirm-tokens.js';
import { createOauthKey } from '../../src/merchants/rules/credentials.js';
import { createMetrics } from '../../src/metrics.js';
import type { OperatorDeps } from '../../src/operator-api/create-operator-router.js';
import { type ApplyMessages } from '../../src/orders/apply-messages.js';
import { createApplyReport } from '../../src/orders/apply-report.js';
import { commandKeyOf } from '../../src/orders/rules/decide-batch.js';
import { type PhoneHasher } from '../../src/orders/rules/phones.js';
import { createTrackingTokens, createTrackingUrls } from '../../src/orders/rules/tracking.js';
import type { LateReadDeps } from '../../src/shared-api/read-from-standby.js';
import { composeApply, composeSettle, patience } from './ledger-world.js';
import { messageOf } from './messages.js';

export const operatorToken = 'operator-token-of-the-tests';
export const operatorReadToken = 'operator-read-token-of-the-tests';
export const internalToken = 'internal-token-of-the-tests';

/** An answer's parsed body. A test asserts the parts that it uses: types would only repeat that. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

type Answer = { status: number; body: Json; text: string; headers: Headers };
type Call = (
  method: string,
  path: string,
  options?: { body?: unknown; text?: string; headers?: Record<string, string> },
) => Promise<Answer>;

export type Apis = {
  url: string;
  databaseUrl: string;
  pool: Pool;
  sealer: Sealer;
  confirmTokens: ConfirmTokens;
  hashPhone: PhoneHasher;
  operator: Call;
  internal: Call;
  /** Decides a message as the service does. */
  applyMessage: (message: OrderMessage) => Promise<Verdict>;
  /** Submits many at once. */
  applyMessages: ApplyMessages;
  settle: SettleAttempts;
  relayWakes: () => number;
  replayFeeds: () => number;
  /** Messages that were published outside of the ledger. */
  published: DeliveryReleased[];
  stop: () => Promise<void>;
};

type ReplayDeadLetter = OperatorDeps['replayDeadLetter'];

/** Both HTTP APIs of order-state on a port of their own, over a database of their own. */
export const startApis = async (
  options: {
    replayDeadLetter?: ReplayDeadLetter;
    now?: () => number;
    logger?: Logger;
    serverUrl?: string;
    /** Locks are waited for longer than a service waits. */
    isPatient?: boolean;
    /** How long the pool waits for locks. */
    lockTimeoutMs?: number;
    openStandby?: (primary: Pool, databaseUrl: string) => Standby;
    onStandbyRead?: LateReadDeps['onStandbyRead'];
    isPrepared?: () => boolean;
    /** Without it there are no queues to look at. */
    inspectQueues?: OperatorDeps['inspectQueues'];
    hasPublicUrl?: boolean;
    /** Without it none are written. */
    isMailOn?: boolean;
    identityProvider?: OperatorDeps['identityProvider'];
  } = {},
): Promise<Apis> => {
  const { serverUrl } = options;
  const database = await createDatabase(serverUrl === undefined ? {} : { serverUrl });
  const databaseUrl = database.url;
  const logger = options.logger ?? createLogger({ service: 'order-state', level: 'silent' });
  const now = options.now ?? Date.now;
  const pool = createPool({
    applicationName: 'test',
    databaseUrl,
    poolMax: 10,
    logger,
    ...(options.isPatient === true ? patience : {}),
    ...(options.lockTimeoutMs === undefined ? {} : { lockTimeoutMs: options.lockTimeoutMs }),
  });
  const standby = options.openStandby?.(pool, database.url);
  const sealer = createSealer(randomBytes(32));
  const contentKey = randomBytes(32);
  const trackingTokens = createTrackingTokens(() => contentKey);
  const confirmTokens = createConfirmTokens(() => contentKey);
  let wakes = 0;
  let feeds = 0;
  const published: DeliveryReleased[] = [];
  const trackingUrlOf = createTrackingUrls('https://delivery.example', trackingTokens);
  const applying = composeApply({ pool, now, ids: createDeliveryIds(Date.now), trackingUrlOf }, contentKey);
  const { apply: applyMessages, hashPhone, handoverCodes } = applying;
  const applyMessage = async (message: OrderMessage): Promise<Verdict> => {
    const verdict = (await applyMessages([message])).verdicts.get(commandKeyOf(message));
    if (!verdict) throw new Error('no verdict');
    return verdict;
  };
  const settle = composeSettle({ pool, now, schedule: [10_000, 30_000] });
  const deps = {
    pool,
    operatorPool: pool,
    standby,
    onStandbyRead: options.onStandbyRead ?? (() => undefined),
    sealer,
    logger,
    now,
    hashPhone,
    onErased: () => undefined,
    eraseSoon: () => undefined,
    sendMailsSoon: () => undefined,
    retentionDays: 7,
    customerDataDays: 3,
    applyMessage: createApplyReport({ apply: applying.applyReports, pool, tracer: undefined }),
    wakeRelay: () => {
      wakes += 1;
    },
    skipDeleted: () => undefined,
    sweepParkedSoon: () => undefined,
    feedReplay: () => {
      feeds += 1;
    },
    publishDelivery: (message: DeliveryReleased) => {
      published.push(message);
      return Promise.resolve();
    },
    ...createPulling({
      pool,
      now,
      settle,
      sealer,
      metrics: createMetrics(createRegistry('order-state')),
      dueAt: () => undefined,
      logger,
    }),
    urlPolicy: { allowHttp: true, isBlockedAddress: (address: string) => address.startsWith('10.') },
    secretOverlapMs: 24 * 3_600_000,
    leaseMs: 12 * 60_000,
    isMailOn: options.isMailOn ?? false,
    mapStyleUrl: undefined,
    publicUrl: options.hasPublicUrl === false ? undefined : 'https://delivery.example',
    inspectQueues: options.inspectQueues ?? (() => Promise.resolve(new Map())),
    trackingTokens,
    confirmTokens,
    oauthKey: createOauthKey(() => contentKey),
    retrySchedule: [1_000],
    handoverCodes,
    operatorToken,
    operatorReadToken,
    identityProvider: options.identityProvider,
    internalToken,
    trustProxy: 1,
    outage: createOutageReport(Date.now),
    isPrepared: options.isPrepared ?? (() => true),
    replayDeadLetter: options.replayDeadLetter ?? (() => Promise.reject(new Error('this test has no broker'))),
  };
  const health = { registry: createRegistry('order-state'), checks: [], isStopping: () => false };
  const server = await listen(createHttpApp({ ...deps, ...health }), 0);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    databaseUrl,
    pool,
    sealer,
    confirmTokens,
    hashPhone,
    operator: createCall(`${url}/operator/v1`, operatorToken, (path) => `/operator/v1${path}`),
    internal: createCall(`${url}/internal/v1`, internalToken, toMirrored),
    applyMessage,
    applyMessages,
    settle,
    relayWakes: () => wakes,
    replayFeeds: () => feeds,
    published,
    stop: async () => {
      await server.close();
      await standby?.close();
      await pool.end();
      await database.drop();
    },
  };
};

/** The path of the merchants', couriers' or platforms' call that an internal one mirrors, if it does. */
const toMirrored = (path: string): string =>
  path
    .replace(/^\/merchants\/[^/]+\/(orders)?/, (_, orders?: string) => (orders ? '/v1/external-orders' : '/v1/'))
    .replace(/^\/(?:couriers\/[^/]+|platforms\/[^/]+\/[^/]+)\/(?=(?:sandbox\/)?webhook-)/, '/v1/')
    .replace(/^\/platforms\/[^/]+\/[^/]+\/(?=events|contacts|people)/, '/v1/')
    .replace(/^\/couriers\/[^/]+\//, '/courier/v1/')
    .replace(/^\/platforms\/[^/]+\/[^/]+\//, '/platform/v1/');

const createCall =
  (baseUrl: string, token: string, toDeclared: (path: string) => string): Call =>
  async (method, path, options = {}) => {
    const text = options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(options.headers?.['cookie'] === undefined && { authorization: `Bearer ${token}` }),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(text === undefined ? {} : { body: text }),
    });
    const answer = { status: response.status, text: await response.text(), headers: response.headers };
    expectDeclared(method, toDeclared(path).replace(/\?.*/, ''), answer);
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined };
  };

export const createMerchant = async (apis: Apis, settings: object = {}) => {
  const { status, body } = await apis.operator('POST', '/merchants', { body: { name: 'Cantina', ...settings } });
  if (status !== 201) throw new Error(`merchant was not created: ${status}`);
  return body as {
    merchant_id: string;
    key: string;
    token: string;
    webhook_endpoint?: { id: string; url: string; secret: string };
  };
};

/** Couriers of their own system for these merchants. @returns its id */
export const createCourierSystem = async (
  apis: Apis,
  merchants: 'all' | readonly string[],
  mode: MerchantMode = 'live',
): Promise<string> => {
  const { body } = await apis.operator('POST', '/courier-systems', { body: { name: 'Rui e Filhos', merchants, mode } });
  return String(body.id);
};

/** The hash by which the directory knows a token or a key. */
export const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** @returns the cookie of the session, as a browser sends it */
export const signInToConsole = async (apis: Apis, token = operatorToken): Promise<string> => {
  const { headers } = await apis.operator('POST', '/session', { body: { token } });
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
};

/** One poll of a pull endpoint. */
export const takeFrom = async (apis: Apis, ownerId: string, endpointId: string, limit = 100) => {
  const poll = { owner_id: ownerId, endpoint_id: endpointId, limit, visibility_ms: 30_000 };
  const { body } = await apis.internal('POST', '/messages/take', { body: { polls: [poll] } });
  const [result] = takeResultsSchema.parse(body).results;
  return { outcome: result?.outcome, messages: result?.outcome === 'taken' ? result.messages : [] };
};

/** An order of the merchant, submitted through the same code as from the queue. */
export const submitOrder = async (
  apis: Apis,
  merchantId: string,
  externalId: string,
  options: {
    externalData?: string;
    occurredAt?: string;
    phone?: string;
    storeRef?: string;
    deliveryTime?: string;
    content?: Partial<OrderContent>;
  } = {},
): Promise<string> => {
  const orderId = deriveOrderId(merchantId, externalId);
  const { storeRef: store_ref, deliveryTime: delivery_time, externalData: external_data = '{}', content } = options;
  const order = {
    ...orderContent(externalId, options.phone),
    ...(store_ref ? { store_ref } : {}),
    ...(delivery_time ? { delivery_time } : {}),
    ...content,
  };
  const occurred = options.occurredAt === undefined ? {} : { occurred_at: options.occurredAt };
  const payload = { order, external_data };
  await apis.applyMessage(
    messageOf(orderId, { type: 'order.submitted', merchant_id: merchantId, payload, ...occurred }),
  );
  return orderId;
};

/** The outcome of the merchant's `ready` of an order. */
export const requestReady = async (apis: Apis, merchantId: string, orderId: string): Promise<void> => {
  await apis.applyMessage(
    messageOf(orderId, { id: `ready-${orderId}`, type: 'order.ready_requested', merchant_id: merchantId, payload: {} }),
  );
};

/** An order that is ready: two events. */
export const readyOrder = async (
  apis: Apis,
  merchantId: string,
  externalId: string = randomUUID(),
  options: Parameters<typeof submitOrder>[3] = {},
): Promise<string> => {
  const orderId = await submitOrder(apis, merchantId, externalId, options);
  await requestReady(apis, merchantId, orderId);
  return orderId;
};

export const orderContent = (externalId: string, phone = '08001234567') => ({
  external_id: externalId,
  display_id: '0007',
  customer: { name: 'Ana Luíza d’Ávila', phone },
  address: {
    country: 'BR',
    state: 'SP',
    city: 'São Paulo',
    street: 'Rua Augusta',
    number: 'S/N',
    coordinates: { latitude: -23.5489, longitude: -46.6388 },
  },
  payment: { prepaid: 0, pending: 4990, methods: [{ value: 4990, method: 'PIX' as const, type: 'OFFLINE' as const }] },
  items: [{ description: 'Pizza', quantity: 1, sub_items: [{ description: 'Borda', quantity: 1 }] }],
});

/** As clients do it: sent again where a slow machine let it wait for its turn for too long. */
export const untilAnswered = (send: () => ReturnType<Call>): Promise<Answer> =>
  pollUntil('an answer other than 429', async () => {
    const answer = await send();
    return answer.status === 429 ? undefined : answer;
  });

/** Sends all at once, and once more what is refused with 429: it may have found no turn, and says nothing of a bound then. */
export const sendAtOnce = async <Item>(
  items: readonly Item[],
  send: (item: Item) => ReturnType<Call>,
): Promise<Answer[]> => {
  const answers = await Promise.all(items.map(send));
  for (const [index, item] of items.entries()) if (answers[index]?.status === 429) answers[index] = await send(item);
  return answers;
};

/** Reads all pages of a list, and runs `between` after the first. */
export const readAllPages = async (
  call: Call,
  path: string,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Json[]> => {
  const entries: Json[] = [];
  let cursor: string | null = null;
  for (let page = 0; page === 0 || cursor !== null; page += 1) {
    const next: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { status, body } = await call('GET', `${path}${path.includes('?') ? '' : '?'}${next}`);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    entries.push(...body.data);
    cursor = body.next_cursor;
    if (page === 0) await between();
  }
  return entries;
};
