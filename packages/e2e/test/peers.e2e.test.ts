import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findGuardFault, type Guard } from '../src/guards.js';
import { readWebhook } from '../src/verify-webhook.js';

const ledger = 'services/order-state/test/ledger/ledger.int.test.ts';
const replaysAndRetention = 'services/order-state/test/replays/replays-and-retention.int.test.ts';
const chaos = 'packages/e2e/test/chaos.e2e.test.ts';
const outages = 'packages/e2e/test/outages.e2e.test.ts';
const journey = 'packages/e2e/test/order-to-webhook.e2e.test.ts';
const chains = 'packages/e2e/test/webhooks-order.e2e.test.ts';
const repeats = 'packages/e2e/test/webhooks-replays.e2e.test.ts';
const connection = 'packages/messaging/test/connection.int.test.ts';
const consumer = 'packages/messaging/test/batch-consumer.int.test.ts';
const guard = (failure: string, file: string, test: string): Guard => ({ failure, file, test });

/** How other webhook senders and delivery APIs lose, stall or confuse, by their code, issues and documents. */
const guards: readonly Guard[] = [
  guard(
    '201 returned although the enqueue failed',
    'services/intake-api/test/publish/availability.int.test.ts',
    'an event that no queue takes is 503 with Retry-After, never 201',
  ),
  guard(
    'a worker killed in mid-retry leaves "processing" for ever',
    ledger,
    'releases a lost message’s delivery anew when its lease has run out',
  ),
  guard(
    'a worker killed in mid-retry leaves "processing" for ever (processes)',
    chaos,
    'finds nothing lost, nothing out of order and nothing undelivered',
  ),
  guard(
    'commit, then enqueue, and no sweeper in between',
    ledger,
    'publishes again the releases of a process that died after its commit, under the same generation',
  ),
  guard(
    'the client’s retry after a half-done create gets 409',
    journey,
    'answers the same content again with the same id, and says so',
  ),
  guard(
    'non-persistent messages, no confirms',
    'packages/messaging/test/publisher.int.test.ts',
    'resolves when the message is in the queue, persistent and with its properties',
  ),
  guard(
    'a task dropped on a database error',
    outages,
    'a batch that is cut off in the middle makes no dead letter and loses nothing',
  ),
  guard(
    'an outage burns the delivery limit and the backlog goes to the dead letters',
    consumer,
    'keeps its messages through an outage and handles the same ones again: none is lost, none counts as tried',
  ),
  guard(
    'a consumer that dies for good after a minute of errors',
    consumer,
    'probes again when the probe fails, and does not spin when health is only pretended',
  ),
  guard('a connection to the database held during each HTTP call', chains, 'do not wait for other orders'),
  guard(
    'a broker restart leaves the server in limbo until restarted',
    connection,
    'comes back by itself after the broker has closed all connections',
  ),
  guard('a broker restart loses the topology', connection, 'declares its topology again when the broker has lost %s'),
  guard(
    'one error kills workers fleet-wide',
    consumer,
    'survives an unexpected error: the neighbours are handled, the bad one comes again alone, then is a dead letter',
  ),
  guard(
    'a second manual replay silently does nothing',
    repeats,
    'sends one delivery again with the same webhook-id, as often as it is asked for, and names the replay',
  ),
  guard(
    'a bulk replay dies with its process',
    repeats,
    'continues a range after order-state was killed in the middle of it, and sends each delivery once more',
  ),
  guard(
    'one failing endpoint clogs others',
    'packages/e2e/test/webhooks-isolation.e2e.test.ts',
    'keeps no more connections than its window, and another merchant’s webhooks all arrive meanwhile',
  ),
  guard(
    'many endpoints of one failing server clog others',
    'services/webhook-dispatcher/test/delivery/dispatcher.int.test.ts',
    'of a merchant that has too many under way is deferred without an attempt, and others’ to the same server go out',
  ),
  guard('retries without end', chains, 'go on after an exhausted one, and webhook-previous-sequence shows the gap'),
  guard(
    'retries never picked up',
    'packages/e2e/test/webhooks-replicas.e2e.test.ts',
    'strand nothing when the queue between them is purged',
  ),
  guard('an idempotency race on concurrent creates', journey, 'makes one order of 50 equal requests that come at once'),
  guard(
    'a new TCP connection per delivery',
    'services/webhook-dispatcher/test/posting/post-to-endpoint.int.test.ts',
    'are reused: 20 posts in a row take one',
  ),
  guard(
    'no retention',
    replaysAndRetention,
    'purges old orders and their history, counts it, and leaves orders that are not settled',
  ),
  guard(
    'ordering by endpoint makes orders wait for each other, and waiting burns the backoff',
    chains,
    'do not wait for other orders: one whose first webhook is never answered holds up no other of the same endpoint',
  ),
  guard(
    'events of a disabled endpoint are just gone',
    chains,
    'by a 410 resumes when the endpoint is enabled: one at a time at first, in order, under the same webhook-id',
  ),
  guard('Retry-After is undercut by jitter', chains, 'by Retry-After $what is not called before'),
  guard(
    'a time limit that ends with the headers',
    'services/webhook-dispatcher/test/posting/post-to-endpoint.int.test.ts',
    'include the body: a slow drip is a response_timeout, even after a status of 200',
  ),
  guard(
    'redirects are followed to metadata addresses',
    'services/webhook-dispatcher/test/posting/post-to-endpoint.int.test.ts',
    'that redirect are never followed, be it to a metadata address or to a good one',
  ),
  guard(
    'one good address among bad ones lets a request through',
    'services/webhook-dispatcher/test/connections/address-guard.int.test.ts',
    'that resolves to a mix is refused, wherever the bad address stands',
  ),
  guard(
    'duplicate external_id with other content is undefined',
    journey,
    'refuses other content under the same external_id',
  ),
  guard(
    'a repeated ready is an error, or a second event',
    journey,
    'answers 200 the first and the second time, and sends the webhooks once',
  ),
  guard(
    'field errors come one at a time, or hidden',
    'services/intake-api/test/http/errors.int.test.ts',
    'lists every fault at once, each with a pointer, a code and a sentence, and no value',
  ),
  guard(
    'reads starve orders within one rate limit',
    'services/intake-api/test/rate-limit/rate-limits.int.test.ts',
    'let exactly the limit through, creates apart from other calls',
  ),
  guard(
    'webhooks of one order arrive in any order',
    'packages/e2e/test/webhooks-replicas.e2e.test.ts',
    'keep the order of every order and lose nothing, while one after the other is stopped or killed',
  ),
  guard(
    'secrets in webhook URLs are shown and logged',
    'packages/e2e/test/secrets-in-logs.e2e.test.ts',
    'hold no credential, no secret, no query of a webhook URL and nothing of a customer',
  ),
];

describe('a failure that peers have', () => {
  it.each(guards)('has a test here that would see it: $failure → $file › $test', (each) => {
    expect(findGuardFault(each)).toBeUndefined();
  });
});

describe('a failure that peers have does not happen here', () => {
  let product: Product;
  let server: EndpointServer;
  beforeAll(async () => {
    product = await startProduct({
      env: {
        'order-state': { WEBHOOK_RETRY_SCHEDULE: '50ms,100ms' },
        'webhook-dispatcher': { WEBHOOK_TOTAL_TIMEOUT_MS: '20000' },
      },
    });
    server = await startEndpointServer();
  });
  afterAll(() => product.close());
  afterAll(() => server.close());

  const requestsAt = (path: string) => server.requests.filter((request) => request.path === path);
  const createOrder = async (merchant: Merchant): Promise<string> =>
    String(expectSuccess(await merchant.create(buildOrder()))['id']);
  const reportReady = async (id: string): Promise<void> => {
    expectSuccess(await product.operator.status(id, 'ready'));
  };
  const readyOrders = async (merchant: Merchant, count: number) => {
    for (let n = 0; n < count; n += 1) await reportReady(await createOrder(merchant));
  };

  it('customers’ 4xx fill the dead letters', async () => {
    server.respondWith(() => ({ status: 422 }));
    const merchant = await product.createMerchant({ webhookUrl: `${server.origin}/422` });
    await readyOrders(merchant, 5);
    const audit = await product.waitForQuiet({ matchedMin: 10 });
    expect(audit).toMatchObject({ balanced: true, exhausted: 10 });
    expect(requestsAt('/422')).toHaveLength(30);
    expect(await product.operator.deadLetters()).toEqual([]);
    expect(Object.values(await product.queueDepths())).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('a rate limit without effect: no receiver has more open than its window, counted where they arrive', async () => {
    const merchant = await product.createMerchant({ webhookUrl: `${server.origin}/window` });
    const ids = await Promise.all(Array.from({ length: 30 }, () => createOrder(merchant)));
    let open = 0;
    let openMax = 0;
    const release: (() => void)[] = [];
    server.respondWith(() => {
      open += 1;
      openMax = Math.max(openMax, open);
      return new Promise<object>((resolve) =>
        release.push(() => {
          open -= 1;
          resolve({});
        }),
      );
    });
    // Nothing else is done while they are open: a request that is open for too long times out, and others take its place.
    await Promise.all(ids.map(reportReady));
    await server.waitForRequest(() => requestsAt('/window').length >= 16);
    expect(await product.operator.audit()).toMatchObject({ in_flight: 16 });
    expect(openMax).toBe(16);
    const [first] = release.splice(0, 1);
    first?.();
    // One success widens the window by one: two places are free now, and no more.
    await server.waitForRequest(() => requestsAt('/window').length >= 18);
    expect(await product.operator.audit()).toMatchObject({ in_flight: 17 });
    expect(openMax).toBe(17);
    server.respondWith(() => ({}));
    for (const each of release) each();
    await product.waitForQuiet();
  });

  it('a new TCP connection for each delivery', async () => {
    const merchant = await product.createMerchant({ webhookUrl: `${server.origin}/kept` });
    server.respondWith(() => ({}));
    await readyOrders(merchant, 10);
    await product.waitForQuiet();
    const webhooks = requestsAt('/kept');
    expect(webhooks.map(readWebhook)).toHaveLength(20);
    expect(new Set(webhooks.map(({ connectionId }) => connectionId)).size).toBeLessThan(10);
  });
});
