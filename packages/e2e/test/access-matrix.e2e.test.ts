import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { courierEvents, webhookEvents } from '@delivery/contracts';
import { pollUntil, type Product, startProduct } from '@delivery/test-support';
import { startIdentityProvider, type TestIdentityProvider } from '@delivery/test-support/identity-provider';
import { type AccessCall, accessCalls, audiences, codeOf, fillPath } from '../src/access/calls.js';
import { readingToken } from '../src/access/credentials.js';
import { callerNameOf, foreignRequestsOf, ownRequestOf, type Values } from '../src/access/path-ids.js';
import { requestOnce } from '../src/access/request.js';
import { type Access, expectedAccess, type KindName, kindNames } from '../src/access/rules.js';
import { buildWorld, type World } from '../src/access/world.js';

const matrixPath = new URL('access-matrix.txt', import.meta.url);
const redirectUri = 'http://console.example.com/operator/v1/session/oidc/callback';

let provider: TestIdentityProvider;
let product: Product;
let world: World;
beforeAll(async () => {
  provider = await startIdentityProvider(redirectUri);
  product = await startProduct({
    replicas: { 'webhook-dispatcher': 0 },
    env: {
      'order-state': {
        OPERATOR_READ_TOKEN: readingToken,
        PUBLIC_URL: 'https://delivery.example',
        // No mail server listens at this port: invitations wait.
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'ops@delivery.example',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        OIDC_REDIRECT_URI: redirectUri,
        // Failed logins are limited by address, and each request comes from one of its own.
        TRUST_PROXY: '1',
      },
    },
  });
  world = await buildWorld(product, provider, redirectUri);
  await untilKnown();
});
afterAll(() => product.close());
afterAll(() => provider.close());

type Sent = { status: number; code: string | undefined; text: string };

let sentCount = 0;
const nextAddress = (): string => {
  sentCount += 1;
  return `198.18.${Math.floor(sentCount / 250) % 250}.${sentCount % 250}`;
};

/** Sent again where it is refused for the moment: an owner has few previews at once, and a slow machine few turns. */
const send = (...request: Parameters<typeof sendOnce>): Promise<Sent> =>
  pollUntil('an answer other than 429 and 503', async () => {
    const sent = await sendOnce(...request);
    return sent.status === 429 || sent.status === 503 ? undefined : sent;
  });

const sendOnce = async (
  { audience, method, path, isOpen }: AccessCall,
  name: KindName,
  { values, query = '', body }: { values: Values; query?: string; body?: unknown },
): Promise<Sent> => {
  const origin = product.url(audience === 'operator' ? 'order-state' : 'intake-api');
  const { status, text } = await requestOnce(origin + fillPath(path, values) + query, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': nextAddress(),
      ...(isOpen && { 'sec-fetch-site': 'same-origin' }),
      ...world.credentials[name],
    },
    body: method === 'GET' || body === undefined ? undefined : JSON.stringify(body),
  });
  return { status, code: codeOf(text), text };
};

const refusals: Readonly<Record<string, Access>> = {
  invalid_credentials: '401',
  merchant_disabled: '403',
  platform_disabled: '403',
  courier_system_disabled: '403',
  insufficient_scope: '403',
  wrong_kind_of_token: '403',
  read_only_session: '403',
  route_not_found: '404',
};

/** Behind the admission: an id that does not exist, a body that no schema takes, or the answer to a read. */
const admittedStatuses = [400, 404, 409, 410, 415, 422];

/** @returns text that no rule expects, for an answer that a call with no effect cannot have */
const accessOf = (
  { id, method, isOpen: isDeclaredOpen, knowsTokens }: AccessCall,
  { status, code = '' }: Sent,
): Access | `${number}` => {
  const isOpen = isDeclaredOpen && !(knowsTokens && status !== 200);
  const refusal = refusals[code];
  if (refusal !== undefined && !isOpen) return refusal;
  const hasNoEffect = method === 'GET' || isOpen || id === 'validateOrder';
  const isAdmitted = admittedStatuses.includes(status) || (hasNoEffect && status < 400);
  if (!isAdmitted) return `${status}`;
  return isOpen ? 'open' : 'ok';
};

/** Never takes effect: the ids are unknown, and no schema takes an array. */
const probe = async (call: AccessCall, name: KindName) =>
  expectedAccess(call, name) === '-' ? '-' : accessOf(call, await send(call, name, { values: call.unknown, body: [] }));

/** intake-api hears of what was revoked or disabled within a second. */
const untilKnown = async (): Promise<void> => {
  const reads = accessCalls.filter(({ path }) =>
    ['/v1/session', '/platform/v1/summary', '/v1/contacts', '/courier/v1/deliveries', '/operator/v1/audit'].includes(
      path,
    ),
  );
  for (const call of reads.filter(({ method }) => method === 'GET'))
    for (const name of kindNames)
      await pollUntil(
        `${call.path} as ${name}`,
        async () => (await probe(call, name)) === expectedAccess(call, name) || undefined,
      );
};

const callsAtOnce = 8;
const forEachCall = async (work: (call: AccessCall) => Promise<void>, calls = accessCalls): Promise<void> => {
  const waiting = calls.values();
  const run = async () => {
    for (const call of waiting) await work(call);
  };
  await Promise.all(Array.from({ length: callsAtOnce }, run));
};

const titleOf = ({ method, path }: AccessCall): string => `${method} ${path}`;

/** Each shared call once. */
const operations = accessCalls.filter(
  (call, index) => accessCalls.findIndex((one) => titleOf(one) === titleOf(call)) === index,
);

describe('Access to every declared call', () => {
  const rows = new Map<AccessCall, string[]>();

  it.each(audiences)('[P7][P30] of the %s API is as the rules say, for every kind of credential', async (audience) => {
    const wrong: string[] = [];
    const calls = operations.filter((call) => call.audience === audience);
    await forEachCall(async (call) => {
      const cells: string[] = [];
      for (const name of kindNames) {
        const found = await probe(call, name);
        const expected = expectedAccess(call, name);
        if (found !== expected) wrong.push(`${titleOf(call)} as ${name}: ${found}, not ${expected}`);
        cells.push(found);
      }
      rows.set(call, cells);
    }, calls);
    expect(wrong).toEqual([]);
  });

  it('is as access-matrix.txt shows (MATRIX=write npm test writes it anew)', async () => {
    expect([...rows.keys()]).toHaveLength(operations.length);
    const width = Math.max(...operations.map((call) => titleOf(call).length));
    const lines = operations.map((call) =>
      [titleOf(call).padEnd(width), ...(rows.get(call) ?? []).map((cell) => cell.padEnd(4))].join(' ').trimEnd(),
    );
    const columns = kindNames.map((name, index) => `${String(index + 1).padStart(2)} ${name}`);
    const head = [''.padEnd(width), ...kindNames.map((_, index) => String(index + 1).padEnd(4))].join(' ').trimEnd();
    const matrix = [...columns, '', head, ...lines, ''].join('\n');
    if (process.env['MATRIX'] === 'write') await writeFile(matrixPath, matrix);
    expect(matrix).toBe(await readFile(matrixPath, 'utf8'));
  });

  it('[P7] answers an id that does not exist with 404, and an id of another owner in the same way, on every call with an id', async () => {
    const wrong: string[] = [];
    const absent: string[] = [];
    await forEachCall(async (call) => {
      for (const { name, foreign, unknown } of foreignRequestsOf(call, world)) {
        const none = await send(call, name, { values: unknown, body: call.exampleBody });
        if (none.status !== 404) wrong.push(`${titleOf(call)} as ${name}: ${none.text}`);
        for (const values of foreign) {
          const found = await send(call, name, { values, body: call.exampleBody });
          if (found.status !== 404 || found.code !== none.code)
            wrong.push(`${titleOf(call)} as ${name}: ${JSON.stringify([values, found.text, none.text])}`);
        }
      }
      const own = call.method === 'GET' ? ownRequestOf(call, world) : undefined;
      const seen = own && (await send(call, own.name, { values: own.values }));
      if (seen && seen.status !== 200) absent.push(`${call.id} ${String(seen.code)}`);
    });
    expect(wrong).toEqual([]);
    // The owner's own things exist: an unknown id would be refused to all.
    expect(absent).toEqual([
      'getOrderPosition position_not_found',
      'getPlatformDelivery platform_not_found',
      'getPlatformDeliveryRequests platform_not_found',
    ]);
  });
});

const merchantsEvents: readonly string[] = webhookEvents;
const couriersEvents: readonly string[] = courierEvents;
const isOfCouriers = ({ audience }: AccessCall): boolean => audience === 'courier';

describe('Types of events', () => {
  it('[P7] for couriers are refused by the field wherever a merchant or a platform names events, and theirs to couriers', async () => {
    const isOfSession = ({ path }: AccessCall): boolean => path.startsWith('/v1/session/');
    const naming = accessCalls.filter((call) => call.eventsIn !== undefined && !isOfSession(call));
    const taken: string[] = [];
    await forEachCall(async (call) => {
      const own = ownRequestOf(call, world) ?? { name: callerNameOf(call), values: call.unknown };
      for (const event of isOfCouriers(call) ? merchantsEvents : couriersEvents) {
        const sent =
          call.eventsIn === 'body'
            ? { ...own, body: Object.assign({}, call.exampleBody, { events: [event] }) }
            : { ...own, query: `?${call.eventsIn}=${event}` };
        const { status, text } = await send(call, own.name, sent);
        if (status !== 400 || !/"(field|detail)":"events?\b/.test(text))
          taken.push(`${titleOf(call)} ${event}: ${text}`);
      }
    }, naming);
    expect(taken).toEqual([]);
    expect(naming.length).toBeGreaterThan(20);
  });

  it('[P7] for couriers are planned for couriers’ endpoints alone, and those for merchants for theirs and their platforms’', async () => {
    const lists = accessCalls.filter(({ id, path }) => id === 'listWebhookDeliveries' && path.startsWith('/v1/'));
    expect(lists).toHaveLength(3);
    for (const call of lists) {
      const { text } = await send(call, callerNameOf(call), { values: {} });
      const events = [...text.matchAll(/"event":"(\w+)"/g)].map(([, event = '']) => event);
      expect(events.length).toBeGreaterThan(0);
      const allowed = isOfCouriers(call) ? couriersEvents : merchantsEvents;
      expect(events.filter((event) => !allowed.includes(event))).toEqual([]);
    }
  });
});
