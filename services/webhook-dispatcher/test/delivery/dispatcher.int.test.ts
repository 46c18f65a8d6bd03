import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { endpointSecretOf, queues, reportedAttemptsMax } from '@delivery/contracts';
import { createSealer } from '@delivery/service-kit';
import { type EndpointServer, pollUntil, startEndpointServer, startTcpProxy, targetOf } from '@delivery/test-support';
import { startConnectProxy } from '../support/connect-proxy.js';
import { type Harness, sealHeader, secret, startHarness } from '../support/dispatcher-harness.js';

let harness: Harness;
let endpoint: EndpointServer;
beforeEach(async () => {
  harness = await startHarness();
  endpoint = await startEndpointServer();
});
afterEach(async () => {
  await harness.close();
  await endpoint.close();
});

type BrokerConnection = { name: string; client_properties?: { connection_name?: string } };

const createLatch = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

describe('a released delivery', () => {
  it('is one POST with the very bytes and a signature that verifies, and one report', async () => {
    await harness.startService();
    const delivery = await harness.release({ url: endpoint.url, attempt: 3, sequence: 4, previous_sequence: 2 });
    const [request] = await endpoint.waitFor(1);
    expect(request!.body.toString('utf8')).toBe(delivery.body);
    expect(new Webhook(secret).verify(request!.body, request!.headers)).toEqual(JSON.parse(delivery.body));
    expect(request!.headers).toMatchObject({
      'webhook-id': delivery.webhook_id,
      'webhook-attempt': '3',
      'webhook-sequence': '4',
      'webhook-previous-sequence': '2',
    });
    expect(await harness.attemptOf(delivery)).toMatchObject({
      delivery_id: delivery.delivery_id,
      order_id: delivery.order_id,
      endpoint_id: delivery.endpoint_id,
      owner_id: delivery.owner_id,
      generation: 1,
      attempt: 3,
      outcome: 'delivered',
      status_code: 200,
      error_code: null,
      unreachable: false,
      response_excerpt: '{}',
    });
  });

  it('[P8] carries the header of the merchant’s choice, which is in no report and no line of the log', async () => {
    const dispatcher = await harness.startService();
    endpoint.respondWith(({ headers }) => ({ status: 401, body: `unknown: ${headers['authorization']}` }));
    const endpointId = randomUUID();
    const header = sealHeader(endpointId, endpoint.url, {
      name: 'Authorization',
      value: 'Bearer s3cr3t-of-the-merchant',
    });
    for (const change of [{}, { test: true as const }]) {
      const delivery = await harness.release({ url: endpoint.url, endpoint_id: endpointId, header, ...change });
      expect(await harness.attemptOf(delivery)).toMatchObject({ status_code: 401, response_excerpt: 'unknown: ***' });
    }
    expect(endpoint.requests.map(({ headers }) => headers['authorization'])).toEqual(
      Array.from({ length: 2 }, () => 'Bearer s3cr3t-of-the-merchant'),
    );
    expect(dispatcher.lines.items.join('')).not.toContain('s3cr3t');
  });

  it('that is a test is sent once, says so, and its report names its webhook id', async () => {
    await harness.startService();
    endpoint.respondWith(() => ({ status: 503, headers: { 'retry-after': '1' } }));
    const delivery = await harness.release({ url: endpoint.url, test: true });
    expect(await harness.attemptOf(delivery)).toMatchObject({
      outcome: 'failed',
      status_code: 503,
      test_webhook_id: delivery.webhook_id,
    });
    expect(endpoint.requests[0]!.headers).toMatchObject({ 'webhook-test': 'true' });
  });

  it('[P9] that fails is reported with its code and the wait that its receiver asks for, and is no dead letter', async () => {
    const patient = await harness.startService();
    const closed = await startEndpointServer();
    await closed.close();
    const answers: Record<string, object> = {
      '/500': { status: 500, body: 'a\u0000b' },
      '/410': { status: 410 },
      '/404': { status: 404, headers: { 'webhook-delivery': 'abort-message' } },
      '/429': { status: 429, headers: { 'retry-after': '120' } },
      '/hang': { kind: 'hang' },
    };
    endpoint.respondWith((request) => answers[request.path]!);
    const attemptAt = async (url: string) => harness.attemptOf(await harness.release({ url }));

    const failed = await attemptAt(`${endpoint.origin}/500`);
    expect(failed).toMatchObject({ outcome: 'failed', error_code: 'http_status', response_excerpt: 'a\\u0000b' });
    expect(failed).not.toHaveProperty('retry_after_ms');
    expect(await attemptAt(`${endpoint.origin}/410`)).toMatchObject({ outcome: 'gone', error_code: 'gone' });
    expect(await attemptAt(`${endpoint.origin}/404`)).toMatchObject({
      outcome: 'failed',
      error_code: 'aborted_by_receiver',
    });
    expect(await attemptAt(`${endpoint.origin}/429`)).toMatchObject({
      error_code: 'rate_limited',
      retry_after_ms: 120_000,
      unreachable: false,
    });
    expect(await attemptAt(closed.url)).toMatchObject({ error_code: 'connection_refused', unreachable: true });
    expect(await attemptAt('http://127.0.0.2:8080/')).toMatchObject({ error_code: 'address_refused' });
    expect(await attemptAt('ftp://127.0.0.1/')).toMatchObject({ error_code: 'url_refused' });
    await patient.stop();
    await harness.startService({ WEBHOOK_TOTAL_TIMEOUT_MS: '1000' });
    expect(await attemptAt(`${endpoint.origin}/hang`)).toMatchObject({
      error_code: 'response_timeout',
      unreachable: true,
      status_code: null,
      response_excerpt: null,
    });
    expect(harness.deadLetters.items).toHaveLength(0);
  });

  it('[P9] that was delivered fifteen times without an answer is reported as failed, and is not posted', async () => {
    await harness.startService();
    // Until the queue counts for itself, it hands on the header as it was published.
    const poison = await harness.release({ url: endpoint.url }, { 'x-delivery-count': 15 });
    expect(await harness.attemptOf(poison)).toMatchObject({ outcome: 'failed', error_code: 'dispatcher_died' });
    const neighbour = await harness.release({ url: endpoint.url }, { 'x-delivery-count': 14 });
    expect(await harness.attemptOf(neighbour)).toMatchObject({ outcome: 'delivered' });
    expect(endpoint.requests.map(({ headers }) => headers['webhook-id'])).toEqual([neighbour.webhook_id]);
    expect(harness.deadLetters.items).toHaveLength(0);
  });

  it('[P25] goes through the proxy, and is deferred without an attempt while the proxy is down or refuses it', async () => {
    const proxy = await startConnectProxy({ login: 'ana:hunter2' });
    const url = new URL(proxy.url);
    [url.username, url.password] = ['ana', 'hunter2'];
    const dispatcher = await harness.startService({ WEBHOOK_PROXY_URL: url.href });
    const attempt = async () => harness.attemptOf(await harness.release({ url: endpoint.url }));
    expect(await attempt()).toMatchObject({ outcome: 'delivered', error_code: null });
    expect(proxy.targets).toEqual([`127.0.0.1:${endpoint.port}`]);
    endpoint.closeIdleConnections();
    proxy.answerWith(() => ({ status: 403 }));
    const deferred = { outcome: 'deferred', status_code: null, unreachable: false };
    expect(await attempt()).toMatchObject({ ...deferred, error_code: 'proxy_refused' });
    await proxy.close();
    expect(await attempt()).toMatchObject({ ...deferred, error_code: 'proxy_unreachable' });
    expect(dispatcher.lines.items.join('')).not.toMatch(/hunter2|YW5hOmh1bnRlcjI/);
  });

  it('[P6] is deferred without an attempt if its merchant has too many under way, and others’ to the same server go out', async () => {
    const latch = createLatch();
    endpoint.respondWith((request) => (request.path === '/slow' ? latch.opened.then(() => ({})) : {}));
    await harness.startService({ WEBHOOK_PREFETCH: '30' });
    const ownerId = 'a'.repeat(32);
    const releaseSlow = () => harness.release({ url: `${endpoint.origin}/slow`, owner_id: ownerId });
    const slow = await Promise.all(Array.from({ length: 40 }, releaseSlow));
    // A third of the slots is this merchant's; a deferred delivery holds none.
    await endpoint.waitFor(10);
    const isDeferred = ({ outcome }: { outcome: string }) => outcome === 'deferred';
    await harness.attempts.waitFor(() => harness.attempts.items.filter(isDeferred).length === 30);
    const others = await Promise.all(Array.from({ length: 5 }, () => harness.release({ url: endpoint.url })));
    for (const attempt of await Promise.all(others.map(harness.attemptOf))) expect(attempt.outcome).toBe('delivered');
    expect(endpoint.requests.filter(({ path }) => path === '/slow')).toHaveLength(10);

    latch.open();
    const attempts = await Promise.all(slow.map(harness.attemptOf));
    const deferrals = attempts.filter(isDeferred);
    expect(attempts.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(10);
    for (const deferral of deferrals)
      expect(deferral).toMatchObject({ error_code: 'too_many_in_flight', unreachable: false, status_code: null });
    expect(await harness.attemptOf(await releaseSlow())).toMatchObject({ outcome: 'delivered' });
  });

  it('is shared out among dispatchers, each delivery to one of them', async () => {
    const dispatchers = [await harness.startService(), await harness.startService()];
    const countOf = ({ lines }: (typeof dispatchers)[number]) =>
      lines.items.filter((line) => line.includes('delivery.attempted')).length;
    const released: string[] = [];
    await pollUntil('both are at work', async () => {
      const delivery = await harness.release({ url: endpoint.url });
      released.push(delivery.webhook_id);
      await harness.attemptOf(delivery);
      return dispatchers.every((dispatcher) => countOf(dispatcher) > 0) ? true : undefined;
    });
    await Promise.all(dispatchers.map(({ stop }) => stop()));
    expect(dispatchers.map(countOf).reduce((sum, count) => sum + count)).toBe(released.length);
    expect(endpoint.requests.map(({ headers }) => headers['webhook-id'])).toEqual(released);
  });
});

describe('a message that no dispatcher can send', () => {
  it('becomes a dead letter with its reason and its bytes, and its neighbours are delivered', async () => {
    await harness.startService();
    const before = await harness.release({ url: endpoint.url });
    await harness.publish(Buffer.from('{"type":"delivery.released"'));
    await harness.publish(Buffer.from('{"type":"delivery.released"}'));
    const after = await harness.release({ url: endpoint.url });
    await Promise.all([before, after].map(harness.attemptOf));
    const reasonOf = async (body: string) => {
      const letter = await harness.deadLetters.waitFor((each) => each.body.toString() === body);
      return letter.properties.headers['x-dead-reason'];
    };
    expect(await reasonOf('{"type":"delivery.released"')).toBe('not JSON');
    expect(await reasonOf('{"type":"delivery.released"}')).toMatch(/^not a delivery.released: .*delivery_id/);
  });

  it('[P8] because its header was moved from another origin, endpoint or name, becomes a dead letter and is not posted', async () => {
    await harness.startService();
    const [endpointId, value] = [randomUUID(), 'Bearer s3cr3t'];
    const header = sealHeader(endpointId, endpoint.url, { name: 'Authorization', value });
    const moved = [
      { url: endpoint.url, header },
      { url: `http://localhost:${endpoint.port}/`, endpoint_id: endpointId, header },
      { url: endpoint.url, endpoint_id: endpointId, header: { ...header, name: 'X-Shown' } },
    ];
    const deliveries = await Promise.all(moved.map((change) => harness.release(change)));
    for (const { delivery_id } of deliveries) {
      const letter = await harness.deadLetters.waitFor(({ body }) => body.includes(delivery_id));
      expect(letter.properties.headers['x-dead-reason']).toBe(
        'header: sealed text cannot be opened: it was changed, or sealed for another place',
      );
      expect(letter.body.toString()).not.toContain(value);
    }
    expect(endpoint.requests).toHaveLength(0);
  });

  it('because its secret was sealed with a key that is not here, becomes a dead letter and is not posted', async () => {
    await harness.startService();
    const foreign = createSealer(Buffer.alloc(32, 9)).seal(secret, endpointSecretOf('another'));
    await harness.release({ url: endpoint.url, sealed_secrets: [foreign] });
    const letter = await harness.deadLetters.waitFor(() => true);
    expect(letter.properties.headers['x-dead-reason']).toMatch(/^signing secret: sealed with the unknown key/);
    expect(endpoint.requests).toHaveLength(0);
  });
});

describe('attempts that end together', () => {
  it('are reported together, and each is reported once', async () => {
    const count = 2 * reportedAttemptsMax;
    const latch = createLatch();
    endpoint.respondWith(() => latch.opened.then(() => ({})));
    await harness.startService();
    const deliveries = await Promise.all(Array.from({ length: count }, () => harness.release({ url: endpoint.url })));
    await endpoint.waitFor(count);
    latch.open();
    await Promise.all(deliveries.map(harness.attemptOf));
    const sizes = harness.reports.items.map((attempts) => attempts.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count);
    expect(Math.max(...sizes)).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(reportedAttemptsMax);
  });
});

describe('when the broker fails in the middle', () => {
  it('a POST under way ends, is reported after the reconnect, and the receiver gets no repeat', async () => {
    const latch = createLatch();
    endpoint.respondWith(() => latch.opened.then(() => ({})));
    await harness.startService();
    const delivery = await harness.release({ url: endpoint.url });
    await endpoint.waitFor(1);
    await harness.vhost.closeAllConnections();
    latch.open();
    await harness.attemptOf(delivery);
    // A delivery released now comes behind any redelivery of the first.
    await retryUntilPublished(() => harness.release({ url: endpoint.url }).then(harness.attemptOf));
    expect(endpoint.requests.filter(({ headers }) => headers['webhook-id'] === delivery.webhook_id)).toHaveLength(1);
  });

  it('a report that finds no queue waits for the queue and is not lost', async () => {
    const latch = createLatch();
    endpoint.respondWith(() => latch.opened.then(() => ({})));
    await harness.startService();
    const delivery = await harness.release({ url: endpoint.url });
    await endpoint.waitFor(1);
    await harness.vhost.management(`/api/queues/${harness.vhost.vhost}/${queues.attempts}`, { method: 'DELETE' });
    latch.open();
    expect(await harness.attemptOf(delivery)).toMatchObject({ outcome: 'delivered' });
    expect(endpoint.requests).toHaveLength(1);
  });
});

describe('stopping', () => {
  const readyz = ({ port }: { port: number }) => fetch(`http://127.0.0.1:${port}/readyz`);

  /** By the name that the client gave it: all others stay. */
  const closeConnection = async (name: string) => {
    const { vhost, management } = harness.vhost;
    const connection = await pollUntil(`the broker lists ${name}`, async () => {
      const listed = (await management(`/api/vhosts/${vhost}/connections`)) as BrokerConnection[];
      return listed.find(({ client_properties: given }) => given?.connection_name === name);
    });
    await management(`/api/connections/${encodeURIComponent(connection.name)}`, { method: 'DELETE' });
  };

  it('takes nothing more, waits for the POST under way, and reports it', async () => {
    const latch = createLatch();
    endpoint.respondWith(() => latch.opened.then(() => ({})));
    const dispatcher = await harness.startService({ WEBHOOK_PREFETCH: '1' });
    const running = await harness.release({ url: endpoint.url });
    const waiting = await harness.release({ url: endpoint.url });
    await endpoint.waitFor(1);
    const stopped = dispatcher.stop();
    const readiness = await readyz(dispatcher);
    expect([readiness.status, await readiness.json()]).toEqual([
      503,
      expect.objectContaining({ missing: expect.objectContaining({ shutdown: 'stopping' }) }),
    ]);
    latch.open();
    await stopped;
    expect(await harness.attemptOf(running)).toMatchObject({ outcome: 'delivered' });
    expect(endpoint.requests).toHaveLength(1);
    await harness.startService();
    expect(await harness.attemptOf(waiting)).toMatchObject({ outcome: 'delivered' });
  });

  it('before an attempt can be reported waits until it can, so that the receiver gets no repeat', async () => {
    const target = targetOf(harness.vhost.url);
    let isOpen = true;
    const proxy = await startTcpProxy(() => (isOpen ? [target] : []));
    const latch = createLatch();
    endpoint.respondWith(() => latch.opened.then(() => ({})));
    const dispatcher = await harness.startService({ RABBITMQ_URL: proxy.urlOf(harness.vhost.url) });
    await pollUntil('it is ready', async () => ((await readyz(dispatcher)).ok ? true : undefined));
    isOpen = false;
    await closeConnection('webhook-dispatcher.publish');
    const delivery = await harness.release({ url: endpoint.url });
    await endpoint.waitFor(1);
    const stopped = dispatcher.stop();
    latch.open();
    await dispatcher.lines.waitFor((line) => line.includes('an attempt could not be reported'));
    isOpen = true;
    expect(await harness.attemptOf(delivery)).toMatchObject({ outcome: 'delivered' });
    await stopped;
    await harness.startService();
    await harness.attemptOf(await harness.release({ url: endpoint.url }));
    expect(endpoint.requests).toHaveLength(2);
    await proxy.close();
  });
});

describe('observability', () => {
  it('[P8] is a log line for an attempt that failed, without URL, secret, body or answer', async () => {
    const { lines } = await harness.startService();
    endpoint.respondWith(() => ({ status: 500, body: 'private-answer' }));
    const delivery = await harness.release({ url: `${endpoint.origin}/private-path?token=private-token` });
    await harness.attemptOf(delivery);
    const line = JSON.parse(await lines.waitFor((text) => text.includes('delivery.attempted')));
    expect(line).toMatchObject({
      msg: 'delivery.attempted',
      deliveryId: delivery.delivery_id,
      orderId: delivery.order_id,
      attempt: 1,
      outcome: 'failed',
      statusCode: 500,
      errorCode: 'http_status',
    });
    const everything = lines.items.join('');
    for (const hidden of ['private-', 'whsec_', secret.slice(6, 20), 'São João', delivery.sealed_secrets[0]!]) {
      expect(everything).not.toContain(hidden);
    }
  });

  it('is health, and metrics that count attempts and connections', async () => {
    const dispatcher = await harness.startService();
    for (let n = 0; n < 3; n += 1) await harness.attemptOf(await harness.release({ url: endpoint.url }));
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${dispatcher.port}${path}`)).text();
    expect(JSON.parse(await get('/readyz'))).toMatchObject({ status: 'ready' });
    expect(JSON.parse(await get('/livez'))).toEqual({ status: 'ok' });
    const metrics = await get('/metrics');
    const value = (name: string) => Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(metrics)?.[1]);
    expect(value('webhook_dispatcher_attempts_total')).toBe(3);
    expect(value('webhook_dispatcher_attempt_duration_seconds_count')).toBe(3);
    // A connection that still rests after its answer is not used again.
    const [opened, reused] = ['opened', 'reused'].map((what) => value(`webhook_dispatcher_sockets_${what}_total`));
    expect(opened).toBeGreaterThanOrEqual(1);
    expect(opened! + reused!).toBe(3);
    expect(value('webhook_dispatcher_broker_connected')).toBe(1);
  });
});

/** The test's own publisher reconnects too; until then its publishes are refused. */
const retryUntilPublished = async (publish: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    try {
      await publish();
      return;
    } catch (error) {
      if (!(error instanceof Error && error.name === 'PublishNotConfirmedError')) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
};
