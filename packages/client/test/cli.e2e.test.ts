import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EndpointServer,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { newOrder } from './new-order.js';
import { runDelivery, runIntoFullDisk, runProcess } from './run-cli.js';
import { startDelivery } from './start-cli.js';

let product: Product;
let merchant: Merchant;
let receiver: EndpointServer;
let env: Record<string, string>;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'delivery-cli-'));
  const quickly = { WEBHOOK_RETRY_SCHEDULE: Array(9).fill('100ms').join() };
  [product, receiver] = await Promise.all([startProduct({ env: { 'order-state': quickly } }), startEndpointServer()]);
  merchant = await product.createMerchant({ webhookUrl: receiver.url });
  const { key, token } = merchant;
  env = { DELIVERY_BASE_URL: product.url('intake-api'), DELIVERY_KEY: key, DELIVERY_TOKEN: token };
}, 120_000);
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await receiver.close();
  await product.close();
}, 60_000);

const delivery = (...args: string[]) => runDelivery(args, { env });

describe('delivery orders', () => {
  it('takes an order from its creation to its cancellation, by its external_id', async () => {
    const created = await delivery('orders', 'create', '--external-id', 'A-1');
    const id = created.stdout.trim();
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect((await delivery('orders', 'create', '--external-id', 'A-1', '--json')).stdout).toContain('"replayed"');
    expect(await delivery('orders', 'ready', 'A-1')).toEqual({ code: 0, stdout: `${id}  ready\n`, stderr: '' });
    expect((await delivery('orders', 'cancel', id, '--reason', 'out_of_stock')).stdout).toBe(`${id}  canceled\n`);

    const shown = await delivery('orders', 'show', 'A-1');
    expect(shown.stdout).toMatch(/^status +canceled$/m);
    expect(shown.stdout).toMatch(/^reason +out_of_stock$/m);
    expect(shown.stdout.match(/^\d {2}.*$/gm)?.map((line) => line.split(/ {2,}/).slice(2).join(' '))).toEqual([
      'status_changed ready',
      'delivery_requested ready',
      'status_changed canceled',
    ]);
    const [listed] = JSON.parse((await delivery('orders', 'list', '--status', 'canceled', '--json')).stdout) as [
      object,
    ];
    expect(listed).toMatchObject({ id, external_id: 'A-1' });
  });

  it('sends the order of a file, external_data byte for byte', async () => {
    const externalData = '{ "ticket":12345678901234567890, "price": 1.50 }';
    const file = join(directory, 'order.json');
    const order = JSON.stringify(newOrder({ external_id: 'A-2', external_data: { replace: 'me' } }));
    writeFileSync(file, order.replace('{"replace":"me"}', externalData));
    const { stdout } = await delivery('orders', 'create', '--file', file);
    const { text } = await merchant.call(`/v1/external-orders/${stdout.trim()}`);
    expect(text).toContain(externalData);
  });

  it('says which fields are wrong and which order does not exist', async () => {
    const file = join(directory, 'faulty.json');
    writeFileSync(file, '{"external_id": 5}');
    const faulty = await delivery('orders', 'create', '--file', file);
    expect(faulty).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^validation_failed: [^]*\n {2}\/external_id/),
    });
    const tried = await delivery('orders', 'validate', file);
    expect(tried).toMatchObject({ code: 1, stdout: expect.stringMatching(/^error {4}\/external_id: Expected/m) });
    writeFileSync(file, JSON.stringify({ ...newOrder(), deliveryTime: 'soon' }));
    expect(await delivery('orders', 'validate', file)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^the order is valid\nwarning {2}\/deliveryTime: /),
    });
    expect(await delivery('orders', 'ready', 'A-404')).toMatchObject({
      code: 1,
      stderr: 'none of your orders has the external_id A-404\n',
    });
    expect((await delivery('orders', 'list', '--status', 'gone')).stderr).toContain('must be one of created, ready');
    const [none, broken] = [join(directory, 'none'), join(directory, 'broken.json')];
    writeFileSync(broken, '{"external_id"');
    expect([
      await delivery('orders', 'create', '--file', none),
      await delivery('orders', 'create', '--file', broken),
      await delivery('orders', 'list', '--base-url', `${env['DELIVERY_BASE_URL']}/v1`),
    ]).toMatchObject([
      { code: 2, stderr: `${none} cannot be read: no such file or directory\n` },
      { code: 2, stderr: expect.stringMatching(new RegExp(`^${broken} is not JSON: (?!SyntaxError)`)) },
      { code: 1, stderr: expect.stringContaining('DELIVERY_BASE_URL: it ends before /v1') },
    ]);
  });
});

describe('delivery deliveries tail', () => {
  it('shows the outcome of each webhook, and goes on after an outage of the service', async () => {
    const own = await startEndpointServer({ respond: (_, n) => ({ status: n === 1 ? 500 : 200 }) });
    const other = await product.createMerchant({ webhookUrl: own.url });
    const otherEnv = { ...env, DELIVERY_KEY: other.key, DELIVERY_TOKEN: other.token };
    const sell = async () => {
      const id = (await runDelivery(['orders', 'create'], { env: otherEnv })).stdout.trim();
      await runDelivery(['orders', 'ready', id], { env: otherEnv });
      return id;
    };
    const tail = startDelivery(['deliveries', 'tail', '--state', 'delivered'], otherEnv);
    const first = await sell();
    await tail.waitFor(new RegExp(`delivered +status_changed +${first} #1 +attempt 2`));
    await product.kill('intake-api');
    await tail.waitFor('the service is unavailable');
    await product.start('intake-api');
    await tail.waitFor('the service is back');
    await product.waitForReady();
    const second = await sell();
    await tail.waitFor(new RegExp(`delivered +delivery_requested +${second} #2 +attempt 1`));
    expect(await tail.stop()).toBe(130);
    await own.close();
  });
});

describe('after the first webhook that failed', () => {
  it('deliveries list, show, send-again and send-now, endpoints list and test, and events print the next command', async () => {
    const own = await startEndpointServer({ respond: () => ({ status: 500, body: 'no such till' }) });
    const other = await product.createMerchant({ webhookUrl: own.url });
    const otherEnv = { ...env, DELIVERY_KEY: other.key, DELIVERY_TOKEN: other.token };
    const call = (...args: string[]) => runDelivery(args, { env: otherEnv });
    const created = await call('orders', 'create');
    expect(created).toMatchObject({ code: 0 });
    const orderId = created.stdout.trim();
    expect(await call('orders', 'ready', orderId)).toMatchObject({ code: 0 });
    const id = await pollUntil('a webhook that is given up', async () => {
      const { body } = await other.call('/v1/webhook-deliveries?state=exhausted&event=status_changed');
      return (body['data'] as { id: string }[] | undefined)?.[0]?.id;
    });
    const list = await call('deliveries', 'list', '--order', orderId, '--state', 'exhausted');
    expect(list.stdout).toMatch(new RegExp(`^${id} +exhausted +status_changed +${orderId} #1 +10 +http_status`, 'm'));
    const shown = await call('deliveries', 'show', id);
    expect(shown.stdout).toMatch(/^10 .* 500 +http_status +- +no such till$/m);
    const webhookId = /^webhook-id +(msg_\S+)$/m.exec(shown.stdout)?.[1] ?? '';
    own.respondWith(() => ({ status: 503, headers: { 'retry-after': '3600' } }));
    const failed = await call('deliveries', 'send-again', webhookId);
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/^sent again: unavailable, status 503/) });
    expect((await call('deliveries', 'show', webhookId)).stdout).toMatch(new RegExp(`^delivery +${id}$`, 'm'));
    expect(await call('deliveries', 'show', 'msg_0')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^none of your webhooks has the webhook-id msg_0/),
    });
    own.respondWith(() => ({ status: 302, headers: { location: 'https://new.example/ol%C3%A1' } }));
    expect((await call('endpoints', 'test', other.endpoint!.id)).stdout).toMatch(
      /^redirect_refused, https:\/\/new\.example\/ol%C3%A1, status 302,/,
    );
    own.respondWith(() => ({}));
    const sentNow = await call('deliveries', 'send-now', webhookId);
    expect(sentNow).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sent \S+: delivered, status 200/) });
    expect(sentNow.stdout).not.toContain(id);
    const endpointId = other.endpoint!.id;
    const tested = await call('endpoints', 'test', endpointId);
    expect(tested).toMatchObject({ code: 0, stdout: expect.stringMatching(/^delivered, status 200/) });
    expect((await call('endpoints', 'list')).stdout).toMatch(
      new RegExp(`^${endpointId} +push +active .* ok +standard`, 'm'),
    );
    // It writes its counts as it ends.
    await product.restart('order-state');
    await product.waitForReady();
    const history = await call('endpoints', 'history', endpointId);
    expect(history.stdout).toMatch(/^all 24 +\d+ +\d\d +\d+ +\d+$/m);
    const events = await call('events');
    expect(events.stdout).toMatch(new RegExp(`delivery_requested +ready +${orderId} #2$`, 'm'));
    const [, cursor = ''] = /--after (\S+)/.exec(events.stderr) ?? [];
    expect((await call('events', '--after', cursor)).stdout).toBe('');
    await own.close();
  });
});

describe('delivery trigger', () => {
  it('creates a sandbox order, marks it ready and prints its events until it is final', async () => {
    const sandbox = await product.createMerchant({ mode: 'sandbox' });
    const sandboxEnv = { ...env, DELIVERY_KEY: sandbox.key, DELIVERY_TOKEN: sandbox.token };
    const args = ['trigger', 'no_courier', '--speed', '600', '--seed', 'monday', '--external-id', 'story'];
    const trigger = startDelivery(args, sandboxEnv);
    await trigger.waitFor(/#2 +delivery_requested +ready/);
    const id = /order ([0-9a-f]{24}), no_courier at 600 times/.exec(trigger.stdout())![1]!;
    const created = await sandbox.call(`/v1/sandbox/orders/${id}`);
    expect(JSON.parse(created.text)).toMatchObject({
      scenario: 'no_courier',
      speed: 600,
      seed: 'monday',
      external_id: 'story',
    });
    await product.operator.trackingUrl(id, 'https://track.example.com/1');
    await product.operator.status(id, 'canceled', { reason: { code: 'no_courier' } });
    expect(await trigger.exitCode).toBe(0);
    expect(trigger.stdout()).toMatch(/#3 +tracking_url_added +ready +https:\/\/track.example.com\/1\n/);
    expect(trigger.stdout()).toMatch(/#4 +status_changed +canceled +no_courier\n$/);
  });

  it('does the same as a till that speaks Open Delivery, whose endpoint and OAuth client it makes', async () => {
    const sandbox = await product.createMerchant({ mode: 'sandbox' });
    const tillEnv = { ...env, DELIVERY_KEY: sandbox.key, DELIVERY_TOKEN: sandbox.token };
    const run = (...args: string[]) => runDelivery(args, { env: tillEnv });
    const { stdout } = await run('oauth-clients', 'create', 'till', '--json');
    const client = JSON.parse(stdout) as { client_id: string; client_secret: string };
    const till = await startEndpointServer();
    const added = await run('endpoints', 'create', till.url, '--format', 'open_delivery');
    expect(added).toMatchObject({ code: 1, stderr: expect.stringContaining('/oauth_client_id') });
    const create = (events: string) =>
      run('endpoints', 'create', `${till.origin}/trouble`, '--events', events, '--json');
    expect((await create('endpoint_failing,nonsense')).stderr).toContain('--events must be one of status_changed, ');
    expect(JSON.parse((await create('endpoint_failing,delivery_exhausted')).stdout)).toMatchObject({
      events: ['endpoint_failing', 'delivery_exhausted'],
    });
    const flags = ['--format', 'open_delivery', '--oauth-client', client.client_id];
    expect((await run('endpoints', 'create', till.url, ...flags)).stdout).toMatch(/^endpoint {2}[0-9a-f-]{36}$/m);

    const credentials = { DELIVERY_CLIENT_ID: client.client_id, DELIVERY_CLIENT_SECRET: client.client_secret };
    const args = ['trigger', 'no_courier', '--speed', '600', '--format', 'open_delivery', '--external-id', 'A-9'];
    const trigger = startDelivery(args, { ...tillEnv, ...credentials });
    await trigger.waitFor(/ s {2}PENDING\n/);
    const id = await pollUntil('the order is ready', async () => {
      const { text } = await sandbox.call('/v1/external-orders?status=ready');
      return (JSON.parse(text) as { data: { id: string }[] }).data[0]?.id;
    });
    await product.operator.status(id, 'canceled', { reason: { code: 'no_courier' } });
    expect(await trigger.exitCode).toBe(0);
    expect(trigger.stdout()).toMatch(/ s {2}CANCELLED +no_courier\n$/);
    const [reported] = await till.waitFor(1);
    expect(reported?.json()).toMatchObject({ orderId: 'A-9', event: { type: 'CANCELLED' } });

    expect(await run('trigger', 'endpoint_failing')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\/trouble\ndelivered, status 200, /),
    });
    const example = await till.waitForRequest(({ path }) => path === '/trouble');
    expect(example.json()).toMatchObject({ event: 'endpoint_failing', error_code: 'timeout' });
    expect(await run('trigger', 'rate_limited')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('endpoints create <url> --events rate_limited'),
    });

    expect(await run('trigger', 'delivered', '--format', 'open_delivery')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('oauth-clients create'),
    });
    const wrong = ['--client-id', client.client_id, '--client-secret', 'secret_wrong'];
    expect(await run('trigger', 'delivered', '--format', 'open_delivery', ...wrong)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('invalid_client'),
    });
    await till.close();
  });

  it.each([
    [['trigger', 'lunch'], 2, 'must be one of delivered, no_courier'],
    [['trigger', 'delivered', '--speed', '0'], 2, '--speed must be a number above 0'],
    [['trigger'], 2, 'delivery trigger <scenario>'],
    [['trigger', 'delivered'], 1, 'Sandbox-Scenario'],
  ])('says what is wrong with %j, of a live merchant', async (args, code, said) => {
    const run = await delivery(...args);
    expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(said)]);
  });
});

it('lost output is an error, not a success', async () =>
  expect(await runIntoFullDisk(['--help'])).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^the output cannot be written: .*no space left.*\n$/),
  }));

describe('the service that a command talks to', () => {
  it('is the one that npm start keeps below or above, without a flag', async () => {
    const data = join(directory, '.data');
    const below = join(directory, 'packages', 'shop');
    mkdirSync(data);
    mkdirSync(below, { recursive: true });
    const { DELIVERY_BASE_URL: intake_api_url, DELIVERY_KEY: key, DELIVERY_TOKEN: token } = env;
    writeFileSync(join(data, 'services.json'), JSON.stringify({ intake_api_url }));
    writeFileSync(join(data, 'demo.json'), JSON.stringify({ key, token }));
    expect((await runProcess(['orders', 'list'], { cwd: below })).code).toBe(0);
    // Its credentials are for its own service only.
    const elsewhere = await runProcess(['orders', 'list', '--base-url', intake_api_url!], { cwd: below });
    expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('set DELIVERY_KEY, DELIVERY_TOKEN') });
  });

  it.each([
    ['no service answers', { DELIVERY_BASE_URL: 'http://127.0.0.1:9' }, 2, 'start it with `npm start`'],
    ['the token is wrong', { DELIVERY_TOKEN: 'tok_wrong' }, 1, 'check --key and --token'],
    ['the base URL is none', { DELIVERY_BASE_URL: 'localhost' }, 2, 'not an http or https URL'],
    ['nothing is given', { DELIVERY_BASE_URL: '', DELIVERY_KEY: '', DELIVERY_TOKEN: '' }, 2, 'run `npm start`'],
  ])('is named with the way out, and no stack, if %s', async (_, changed, code, said) => {
    const run = await runProcess(['orders', 'list'], { env: { ...env, ...changed } });
    expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(said)]);
    expect(run.stderr).not.toMatch(/^ {4}at /m);
  });

  it('is distinguished from other servers that answer at its URL', async () => {
    receiver.respondWith(() => ({ body: '<h1>nginx</h1>', status: 404 }));
    const run = await runDelivery(['orders', 'list'], { env: { ...env, DELIVERY_BASE_URL: receiver.origin } });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('is not this service')]);
  });
});
