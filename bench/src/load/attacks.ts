import { randomUUID } from 'node:crypto';
import { buildOrder } from '@delivery/test-support';

/** The attacker's own credentials, endpoints and orders, made before it begins. */
export type AttackTarget = {
  port: number;
  /** `Basic …` of the attacking merchant. */
  authorization: string;
  endpointIds: readonly string[];
  pullEndpointId: string;
  orderIds: readonly string[];
};

export type AttackCall = { method: string; path: string; body?: string; headers?: Readonly<Record<string, string>> };

/** `call`: of a worker its n-th; each worker sends its next call once the last one is answered. */
export type Attack = {
  what: string;
  workers: number;
  /** After a refusal by a limit; default 10 ms. */
  pauseMs?: number;
  call: (target: AttackTarget, n: number, worker: number) => AttackCall;
  /** Where its five endpoints are: `ok` answers at once, `late` after nine seconds, `big` with 4 MiB. */
  receiver?: 'ok' | 'late' | 'big';
  /** Webhooks that are due when it begins, to each of its endpoints. */
  due?: number;
  mode?: 'sandbox';
  /** Bytes of the one order that exists beforehand. Without it, 40 small orders exist. */
  orderBytes?: number;
};

const pick = (values: readonly string[], n: number): string => values[n % values.length] ?? '';
const orders = '/v1/external-orders';
const endpoints = '/v1/webhook-endpoints';

/** An order of about `bytes` bytes, valid in all its fields. */
export const orderOf = (bytes: number, externalId: string = randomUUID()): string => {
  const notes = 'x'.repeat(1_900);
  const items = Array.from({ length: Math.floor(bytes / 1_950) }, () => ({ description: 'Pizza', quantity: 1, notes }));
  return JSON.stringify({ ...buildOrder({ external_id: externalId }), items });
};

const create = (body: string): AttackCall => ({ method: 'POST', path: orders, body });
const dataOf = (bytes: number): string =>
  JSON.stringify({ ...buildOrder({ external_id: randomUUID() }), external_data: { data: 'x'.repeat(bytes - 20) } });

/** Every other call a create or the `ready` of an order, so that webhooks come of it. */
const createThenReady =
  (body: () => string): Attack['call'] =>
  (target, n) =>
    n % 2 === 0 ? create(body()) : { method: 'POST', path: `${orders}/${pick(target.orderIds, n)}/ready` };

const hot = JSON.stringify({ ...(JSON.parse(orderOf(130_000, 'hot')) as object), display_id: '@' });
const structures = `{"external_id":"x","items":[${'{},'.repeat(14_990)}{}]}`;
const duplicates = `{${Array.from({ length: 14_000 }, () => '"name":1').join(',')}}`;
const faults = `{"items":[${'{"quantity":0},'.repeat(15_000)}{}]}`;

/** The harm that one merchant can do to all others within the default limits. */
export const attacks: Readonly<Record<string, Attack>> = {
  patches: {
    what: '128 at once change one endpoint',
    workers: 128,
    call: ({ endpointIds }, n) => ({
      method: 'PATCH',
      path: `${endpoints}/${pick(endpointIds, 0)}`,
      body: JSON.stringify({ max_per_second: (n % 900) + 1 }),
    }),
  },
  switches: {
    what: '64 at once disable and enable five endpoints',
    workers: 64,
    call: ({ endpointIds }, n, worker) => ({
      method: 'POST',
      path: `${endpoints}/${pick(endpointIds, worker)}/${n % 2 === 0 ? 'disable' : 'enable'}`,
    }),
  },
  reads: {
    what: '128 at once read one order of 200 KB',
    workers: 128,
    orderBytes: 200_000,
    call: ({ orderIds }) => ({ method: 'GET', path: `${orders}/${pick(orderIds, 0)}` }),
  },
  'large-creates': { what: 'creates of 200 KB', workers: 8, call: () => create(orderOf(200_000)) },
  'filtered-polls': {
    what: '50 polls of the feed that match nothing, and creates',
    workers: 54,
    call: (_, n, worker) =>
      worker < 50
        ? { method: 'GET', path: '/v1/events?events=tracking_url_added&wait=20&after=latest' }
        : create(orderOf(700, `${worker}-${n}-${randomUUID()}`)),
  },
  'one-external-id': {
    what: '60 at once create one external_id, each with other content of 130 KB',
    workers: 60,
    call: () => create(hot.replace('"@"', `"${randomUUID()}"`)),
  },
  'invalid-bodies': {
    what: '60 at once send bodies of 256 KiB with thousands of faults',
    workers: 60,
    call: (_, n) => create([structures, duplicates, faults][n % 3] ?? ''),
  },
  sandbox: {
    what: 'a sandbox at 3,600 times the speed with five endpoints, and advances',
    workers: 16,
    mode: 'sandbox',
    receiver: 'ok',
    call: ({ orderIds }, n) =>
      n % 3 === 0
        ? { ...create(orderOf(700)), headers: { 'sandbox-speed': '3600' } }
        : { method: 'POST', path: `/v1/sandbox/orders/${pick(orderIds, n)}/advance`, body: '{}' },
  },
  'large-answers': {
    what: '8 KB of external_data to five endpoints that answer 4 MiB',
    workers: 8,
    receiver: 'big',
    call: createThenReady(() => dataOf(8_000)),
  },
  'late-receivers': {
    what: 'five endpoints that answer after 9 s, and creates',
    workers: 8,
    receiver: 'late',
    call: createThenReady(() => orderOf(700)),
  },
  backlog: {
    what: '25,000 webhooks are due to five endpoints that answer at once',
    workers: 1,
    receiver: 'ok',
    due: 5_000,
    call: () => ({ method: 'GET', path: endpoints }),
  },
  replays: {
    what: 'replays of everything, again and again',
    workers: 4,
    receiver: 'ok',
    due: 5_000,
    call: () => ({
      method: 'POST',
      path: '/v1/webhook-replays',
      body: JSON.stringify({ since: '2020-01-01T00:00:00Z', until: new Date().toISOString(), states: ['delivered'] }),
    }),
  },
  'replay-previews': {
    what: '32 at once preview a replay of everything',
    workers: 32,
    receiver: 'ok',
    due: 5_000,
    call: () => ({
      method: 'POST',
      path: '/v1/webhook-replays/preview',
      body: JSON.stringify({ since: '2020-01-01T00:00:00Z', until: new Date().toISOString() }),
    }),
  },
  'endpoint-churn': {
    what: '16 at once create endpoints and change their secrets',
    workers: 16,
    call: ({ endpointIds }, n, worker) =>
      n % 2 === 0
        ? { method: 'POST', path: endpoints, body: JSON.stringify({ url: `http://127.0.0.1:9/${worker}/${n}` }) }
        : { method: 'POST', path: `${endpoints}/${pick(endpointIds, worker)}/rotate-secret` },
  },
  searches: {
    what: '32 at once search for what is not there',
    workers: 32,
    call: () => ({ method: 'GET', path: `/v1/search?q=${randomUUID()}` }),
  },
  lists: {
    what: '32 at once list by what nothing matches',
    workers: 32,
    call: (_, n) => ({
      method: 'GET',
      path: n % 2 === 0 ? `${orders}?status=returned` : '/v1/webhook-deliveries?state=skipped&event=tracking_url_added',
    }),
  },
  'external-data': { what: '8 KB of external_data', workers: 16, call: () => create(dataOf(8_000)) },
  'idle-polls': {
    what: '2,000 polls that wait, and creates',
    workers: 2_004,
    pauseMs: 5_000,
    call: ({ pullEndpointId }, n, worker) =>
      worker < 2_000
        ? { method: 'GET', path: `${endpoints}/${pullEndpointId}/messages?wait=30` }
        : create(orderOf(700, `${worker}-${n}-${randomUUID()}`)),
  },
  'unknown-acks': {
    what: '64 at once acknowledge a hundred messages that were never handed out',
    workers: 64,
    call: ({ pullEndpointId }) => ({
      method: 'POST',
      path: `${endpoints}/${pullEndpointId}/ack`,
      body: JSON.stringify({ ids: Array.from({ length: 100 }, () => randomUUID()) }),
    }),
  },
};
