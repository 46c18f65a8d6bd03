import { hash, randomBytes, randomUUID } from 'node:crypto';
import {
  type CourierSystemEntry,
  type DirectoryEntry,
  exchanges,
  type MerchantMode,
  type PlatformEntry,
  type PlatformScope,
  platformScopes,
  schemaVersion,
  topology,
  type Wake,
  type WebhookEvent,
} from '@delivery/contracts';
import { createConnection, createPublisher } from '@delivery/messaging';
import { createLogger } from '@delivery/service-kit';
import { createVhost, expectDeclared, pollUntil } from '@delivery/test-support';
import { readConfig } from '../../src/config.js';
import { startService } from '../../src/start-service.js';
import { internalToken, startOrderStateServer } from './order-state-server.js';
import { orderContent } from './sample-order.js';
import { startVerdictSide } from './verdict-side.js';

const sha256 = (text: string) => hash('sha256', text, 'hex');

export type TestMerchant = { key: string; token: string; entry: DirectoryEntry };

let versions = 0;

export const makeMerchant = (changes: Partial<DirectoryEntry> = {}): TestMerchant => {
  const key = `key-${randomUUID()}`;
  const token = `token-${randomUUID()}`;
  const entry: DirectoryEntry = {
    merchant_id: randomBytes(16).toString('hex'),
    platform_id: randomUUID(),
    status: 'active',
    mode: 'live',
    key_hash: sha256(key),
    previous_key: null,
    token_hashes: [sha256(token)],
    reading_hashes: [],
    oauth_clients: [],
    create_per_minute: null,
    other_per_minute: null,
    version: (versions += 1),
    ...changes,
  };
  return { key, token, entry };
};

type PlatformToken = { mode?: MerchantMode; scopes?: readonly PlatformScope[] };

export const makePlatform = ({
  mode = 'live',
  scopes = platformScopes,
  ...changes
}: PlatformToken & Partial<PlatformEntry> = {}) => {
  const token = `ptok_${randomBytes(16).toString('hex')}`;
  const entry: PlatformEntry = {
    platform_id: randomUUID(),
    status: 'active',
    tokens: [{ hash: sha256(token), id: randomUUID(), mode, scopes: [...scopes], expires_at: null }],
    per_minute: null,
    version: 1,
    ...changes,
  };
  return { token, entry };
};

export const makeCourierSystem = (changes: Partial<CourierSystemEntry> = {}) => {
  const token = `ctok_${randomBytes(16).toString('hex')}`;
  const entry: CourierSystemEntry = {
    courier_system_id: `cour_${randomBytes(12).toString('hex')}`,
    name: 'Rui',
    status: 'active',
    mode: 'live',
    token_hashes: [sha256(token)],
    per_minute: null,
    version: 1,
    ...changes,
  };
  return { token, entry };
};

export type Harness = Awaited<ReturnType<typeof startHarness>>;

/** intake-api on a real broker; the test is its order-state: it consumes the queue and serves the internal API. */
export const startHarness = async (
  env: Record<string, string> = {},
  merchants = [makeMerchant(), makeMerchant()],
  logger = createLogger({ service: 'intake-api', level: 'silent' }),
  courierSystems: readonly CourierSystemEntry[] = [],
  platforms: readonly PlatformEntry[] = [],
) => {
  const vhost = await createVhost();
  const orderState = await startOrderStateServer(
    merchants.map((merchant) => merchant.entry),
    courierSystems,
    platforms,
  );
  const verdicts = await startVerdictSide(vhost.url, logger);
  const intake = await startService(
    readConfig({
      PORT: '0',
      RABBITMQ_URL: vhost.url,
      ORDER_STATE_URL: orderState.url,
      INTERNAL_TOKEN: internalToken,
      // A slow machine must not look like an order-state that does not decide.
      VERDICT_WAIT_MS: '15000',
      ...env,
    }),
    logger,
  );
  const url = `http://127.0.0.1:${intake.port}`;
  await untilReady(url);
  const [merchant = makeMerchant(), otherMerchant = makeMerchant()] = merchants;
  const stopIntake = async () => {
    intake.onStopping();
    for (const step of intake.stopSteps) await step.run();
  };
  return {
    url,
    vhost,
    orderState,
    verdicts,
    intake,
    merchant,
    otherMerchant,
    stopIntake,
    close: async () => {
      await stopIntake();
      await verdicts.close();
      await orderState.stop();
      await vhost.delete();
    },
  };
};

/** Asks again as soon as it has been answered: no timer, and the answer itself paces the loop. */
export const untilReady = async (url: string): Promise<void> => {
  for (;;) if ((await fetch(`${url}/readyz`)).ok) return;
};

export const withCredentials = (url: string, { key, token }: { key: string; token: string }) =>
  `${url}${url.includes('?') ? '&' : '?'}key=${key}&token=${token}`;

export type Reply = { status: number; headers: Headers; text: string; json: Record<string, unknown> };

export const readReply = async (response: Response): Promise<Reply> => {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text === '' ? {} : JSON.parse(text) };
};

/** A request with the merchant's credentials. As bytes, a body brings no content type of fetch's own. */
export const callAs = async (
  { url }: { url: string },
  merchant: { key: string; token: string },
  method: string,
  path: string,
  { body, headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
): Promise<Reply> => {
  const reply = await readReply(
    await fetch(withCredentials(url + path, merchant), {
      method,
      headers,
      ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
    }),
  );
  // A success may be of the test's own order-state; a problem always comes from intake-api.
  if (reply.status >= 400 && method !== 'HEAD') expectDeclared(method, path.replace(/\?.*/, ''), reply);
  return reply;
};

/** A request with the token of a platform or a courier's system. */
export const callWithToken = async (
  { url }: { url: string },
  { token }: { token: string },
  method: string,
  path: string,
  body?: object,
): Promise<Reply> =>
  readReply(
    await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

export const createOrder = (harness: Harness, body: unknown = orderContent(), headers: Record<string, string> = {}) =>
  callAs(harness, harness.merchant, 'POST', '/v1/external-orders', {
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

/** Publishes order-state's wake-up after a COMMIT for these pull endpoints and merchants. */
export const sendWake = async (
  harness: Harness,
  {
    endpoints = [],
    merchants = [],
    couriers = [],
    events = ['status_changed'],
  }: {
    endpoints?: readonly string[];
    merchants?: readonly string[];
    couriers?: readonly string[];
    events?: readonly WebhookEvent[];
  },
): Promise<void> => {
  const logger = createLogger({ service: 'intake-api', level: 'silent' });
  const connection = createConnection({ urls: [harness.vhost.url], name: 'order-state', topology, logger });
  const publisher = createPublisher(connection);
  await connection.waitUntilReady();
  const wake: Wake = {
    schema_version: schemaVersion,
    type: 'polls.woken',
    endpoints: [...endpoints],
    merchants: merchants.map((merchantId) => ({ owner_id: merchantId, events: [...events] })),
    courier_systems: [...couriers],
  };
  await publisher.publish({
    exchange: exchanges.wakes,
    routingKey: 'polls.woken',
    body: Buffer.from(JSON.stringify(wake)),
    messageId: randomUUID(),
    type: 'polls.woken',
  });
  await connection.close({ timeoutMs: 1_000 });
};

/** Wake-ups are listened to from the first poll on: has one made, and resolves when they arrive. */
export const untilListening = async (harness: Harness): Promise<void> => {
  await callAs(harness, harness.merchant, 'GET', `/v1/webhook-endpoints/${randomUUID()}/messages`);
  await pollUntil('a wake-up is heard', async () => {
    await sendWake(harness, {});
    const text = await (await fetch(`${harness.url}/metrics`)).text();
    return /^intake_wakes_total\S* [1-9]/m.test(text) ? true : undefined;
  });
};
