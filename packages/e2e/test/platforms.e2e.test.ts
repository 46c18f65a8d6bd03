import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Answer,
  buildOrder,
  callJson,
  expectSuccess,
  type Platform,
  pollUntil,
  type Product,
  startProduct,
} from '@delivery/test-support';
import { readContractDocument } from '../src/contract-document.js';
import { generateRequests } from '../src/generated-requests.js';

/** Equal in each run, so that what one run passes the next one does; another by FC_SEED. */
const seed = Number(process.env['FC_SEED'] ?? 20_261_126);
/** All changes together stay below what a platform may make in a minute. */
const runsPerCall = Number(process.env['GENERATED_CALLS'] ?? 8);

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { 'order-state': { PUBLIC_URL: 'http://delivery.test' } } });
});
afterAll(() => product.close());

type World = {
  platform: Platform;
  merchants: string[];
  tokens: string[];
  sessions: string[];
  endpoint: string;
  order: string;
  deliveries: string[];
  webhookIds: string[];
};

const address = { country: 'BR', city: 'São Paulo', number: '1', coordinates: { latitude: -23.5, longitude: -46.6 } };

/** A platform with three merchants and an endpoint for them, of which everything has `mark` in its name. */
const buildWorld = async (mark: string): Promise<World> => {
  const platform = await product.createPlatform({ name: `${mark} platform` });
  const endpoint = expectSuccess(
    await platform.call('/v1/webhook-endpoints', {
      method: 'POST',
      body: { name: `${mark} hook`, type: 'pull' },
    }),
  );
  const world: World = {
    ...{ platform, merchants: [], tokens: [], sessions: [], endpoint: String(endpoint['id']) },
    ...(await tellOfOrder(platform, mark)),
  };
  for (const reference of ['loja-1', 'loja-2']) {
    const body = { name: `${mark} ${reference}`, reference, webhook_url: `https://${mark}.example.com/hook` };
    const { merchant_id: id } = expectSuccess(await platform.call('/platform/v1/merchants', { method: 'POST', body }));
    const own = `/platform/v1/merchants/${String(id)}`;
    const token = expectSuccess(await platform.call(`${own}/tokens`, { method: 'POST' }));
    const store = { name: `${mark} store`, phone: '1130001000', address: { ...address, street: `${mark} street` } };
    expectSuccess(await platform.call(`${own}/stores/main`, { method: 'PUT', body: store }));
    world.merchants.push(String(id));
    world.tokens.push(String(token['id']));
    world.sessions.push(await beginSession(platform, String(id)));
  }
  return world;
};

/** As the merchant with these credentials. */
const post = (path: string, body: object, credentials: readonly unknown[]) =>
  callJson(`${product.url('intake-api')}/v1/external-orders${path}`, {
    method: 'POST',
    body,
    headers: { authorization: `Basic ${Buffer.from(credentials.join(':')).toString('base64')}` },
  });

/** Creates an order of a merchant without an endpoint: only its platform gets the events. */
const tellOfOrder = async (
  platform: Platform,
  mark: string,
): Promise<Pick<World, 'order' | 'deliveries' | 'webhookIds'>> => {
  const body = { name: `${mark} loja-3` };
  const { key, token } = expectSuccess(await platform.call('/platform/v1/merchants', { method: 'POST', body }));
  const send = (path: string, order: object) => post(path, order, [key, token]);
  const order = { ...buildOrder(), display_id: mark };
  const { id } = await pollUntil('the merchant is known', async () => {
    const answer = await send('', order);
    return answer.status === 401 ? undefined : expectSuccess(answer);
  });
  expectSuccess(await send(`/${String(id)}/ready`, {}));
  const deliveries = await pollUntil('both webhooks of the order', async () => {
    const { data } = expectSuccess(await platform.call('/v1/webhook-deliveries'));
    return (data as { id: string; webhook_id: string }[]).length === 2
      ? (data as { id: string; webhook_id: string }[])
      : undefined;
  });
  return {
    order: String(id),
    deliveries: deliveries.map((delivery) => delivery.id),
    webhookIds: deliveries.map(({ webhook_id }) => webhook_id),
  };
};

const beginSession = async (platform: Platform, id: string): Promise<string> => {
  const body = { merchant_id: id, scope: 'full' };
  const { url } = expectSuccess(await platform.call('/platform/v1/portal-links', { method: 'POST', body }));
  const begun = await fetch(`${product.url('intake-api')}/v1/session/from-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link: new URL(String(url)).hash.replace('#link=', '') }),
  });
  expect(begun.status).toBe(200);
  const { data } = expectSuccess(await platform.call(`/platform/v1/merchants/${id}/portal-sessions`));
  return String((data as { id: string }[])[0]?.id);
};

/** Everything that the platform itself is shown. */
const readAll = async ({ platform, merchants }: World): Promise<unknown[]> => {
  const paths = ['summary', 'merchants', 'usage'].map((path) => `/platform/v1/${path}`);
  paths.push('/v1/webhook-endpoints', '/v1/webhook-deliveries', '/v1/webhook-replays');
  for (const id of merchants)
    paths.push(...['', '/stores', '/portal-sessions'].map((part) => `/platform/v1/merchants/${id}${part}`));
  const read = async (path: string) => expectSuccess(await platform.call(path));
  // The feed's end moves with everything that is written.
  const { data: events } = expectSuccess(await platform.call('/v1/events'));
  return [events, ...(await Promise.all(paths.map(read)))];
};

const ownTokens = ({ platform }: World): string[] => platform.tokens.map(({ id }) => id);

/** Without what the caller itself has sent. */
const toldIn = ({ body }: Answer): string => JSON.stringify({ ...body, instance: undefined });

it('[P7] a platform sees nothing of another platform, and changes nothing of it, whatever it calls', async () => {
  const [mine, other] = [await buildWorld('minha'), await buildWorld('vizinha')];
  // Usage is written some seconds after the order.
  await pollUntil('the usage of the other platform', async () => {
    const { data } = expectSuccess(await other.platform.call('/platform/v1/usage'));
    return (data as object[]).length > 0 ? true : undefined;
  });
  const before = await readAll(other);
  const known: Readonly<Record<string, readonly unknown[]>> = {
    merchant_id: [...mine.merchants, ...other.merchants],
    // Not the platform's own: it would be out.
    token_id: [...mine.tokens, ...other.tokens, ...ownTokens(other)],
    session_id: [...mine.sessions, ...other.sessions],
    store_ref: ['main', 'unknown'],
    reference: ['loja-1', 'loja-3'],
    q: ['loja-1', 'viz', ...other.merchants],
    id: [mine, other].flatMap(({ endpoint, deliveries }) => [endpoint, ...deliveries]),
    endpoint_id: [mine.endpoint, other.endpoint],
    delivery_ids: [mine, other].map(({ deliveries }) => deliveries),
    ids: [mine, other].map(({ deliveries }) => deliveries),
    order_id: [mine.order, other.order],
    webhook_id: [...mine.webhookIds, ...other.webhookIds],
    after: ['latest'],
    wait: [0, 'x', 61],
    url: ['https://new.example.com/hook', 'http://169.254.169.254/'],
    webhook_url: ['https://new.example.com/hook', 'http://169.254.169.254/'],
  };
  const document = readContractDocument('platform-openapi.json');
  // A replay shows which endpoint it was asked for.
  const ofReplays = { ...known, endpoint_id: [mine.endpoint] };
  const calls = generateRequests('platform-openapi.json', ({ path }) => {
    const values: typeof known = path.includes('/webhook-replays') ? ofReplays : known;
    return (name) => values[name];
  });
  expect(calls.length).toBeGreaterThan(10);
  const secrets = [
    ...['vizinha', other.platform.id, ...other.merchants, ...other.tokens, ...ownTokens(other), ...other.sessions],
    ...[other.endpoint, other.order, ...other.deliveries, ...other.webhookIds],
  ];
  const faults: string[] = [];
  for (const call of calls) {
    for (const { path, ...request } of fc.sample(call.requests, { seed, numRuns: runsPerCall })) {
      // A machine that is full may say 503 to any call, which then comes again.
      const answer = await pollUntil(`an answer to ${call.id}`, async () => {
        const given = await mine.platform.call(path, request);
        return given.status === 503 ? undefined : given;
      });
      const found = document.findAnswerFaults(call.id, answer);
      if (answer.status >= 500) found.push('is a fault of the service');
      // An answer may repeat what the caller has named, such as a delivery that it acks.
      const asked = JSON.stringify({ path, ...request });
      const told = secrets.filter((secret) => toldIn(answer).includes(secret) && !asked.includes(secret));
      if (told.length > 0) found.push('tells of the other platform');
      const shown = `${answer.text} to ${JSON.stringify({ path, ...request })}`;
      faults.push(...found.map((fault) => `${call.id} ${answer.status} ${fault}: ${shown}`));
    }
  }
  expect(faults).toEqual([]);
  expect(await readAll(other)).toEqual(before);
});
