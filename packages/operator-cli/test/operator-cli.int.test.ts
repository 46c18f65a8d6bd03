import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildOrder, pollUntil, startEndpointServer, startProduct, type Product } from '@delivery/test-support';
import { runOperator, type CliRun } from './run-operator.js';

let product: Product;
let env: Record<string, string>;
beforeAll(async () => {
  product = await startProduct();
  env = { OPERATOR_URL: product.url('order-state'), OPERATOR_TOKEN: product.secrets.operatorToken };
});
afterAll(() => product.close());

const operator = (...argv: string[]): Promise<CliRun> => runOperator(argv, env);
/** The answer of a call that must go well. */
const answer = async (...argv: string[]) => {
  const { code, out, error } = await operator(...argv, '--json');
  expect({ error, code }).toEqual({ error: '', code: 0 });
  return JSON.parse(out);
};

describe('The operator’s command line', () => {
  it('takes a merchant from its creation to a tracked order, and shows what happened', async () => {
    const endpoint = await startEndpointServer();
    const created = await answer('merchants', 'create', '--name', 'Pão & Cia', '--webhook-url', endpoint.url);
    expect(created).toMatchObject({ token: expect.stringMatching(/^tok_/), webhook_endpoint: { url: endpoint.url } });
    const merchantId: string = created.merchant_id;

    const url = new URL('/v1/external-orders', product.url('intake-api'));
    url.search = new URLSearchParams({ key: created.key, token: created.token }).toString();
    const order = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(buildOrder()),
    });
    const { id } = (await order.json()) as { id: string };
    for (const status of ['ready', 'on_route_to_pickup', 'on_route_to_delivery']) {
      expect(await answer('orders', 'status', id, status)).toMatchObject({ id, status });
    }
    await answer('orders', 'tracking-url', id, 'https://track.example/1');
    await endpoint.waitFor(5);
    await product.waitForQuiet();

    const timeline = await operator('orders', 'timeline', id);
    expect(timeline.out).toMatch(/delivery {2,}#5 {2}tracking_url_added {2}delivered/);
    expect(timeline.out).toMatch(/attempt {2,}#1 {2}attempt 1 {2}200/);
    expect((await operator('merchants', 'list')).out).toContain('Pão & Cia');
    const shown = await operator('endpoints', 'show', created.webhook_endpoint.id);
    expect(shown.out).toMatch(/breaker {2,}closed/);

    expect(await answer('merchants', 'disable', merchantId)).toMatchObject({ status: 'disabled' });
    expect(await answer('merchants', 'enable', merchantId)).toMatchObject({ status: 'active' });
    const token = await answer('tokens', 'add', merchantId);
    expect((await operator('merchants', 'show', merchantId)).out).toContain(token.id);
    expect((await operator('tokens', 'remove', merchantId, token.id)).out).toBe('revoked\n');
    await endpoint.close();
  });

  it('lists a refused message with its reason, replays it into the same refusal, and deletes it', async () => {
    await product.vhost!.management(`/api/exchanges/${product.vhost!.vhost}/orders/publish`, {
      method: 'POST',
      body: JSON.stringify({
        routing_key: 'order.submitted',
        payload: 'no json',
        payload_encoding: 'string',
        properties: { message_id: 'poison-1', delivery_mode: 2 },
      }),
    });
    const list = async () => (await answer('dead-letters', 'list')).data;
    const [letter] = await pollUntil('the dead letter', async () => {
      const letters = await list();
      return letters.length > 0 ? letters : undefined;
    });
    expect(letter).toMatchObject({ message_id: 'poison-1', reason: 'the body is not JSON', count: 1 });
    expect(letter.detail).toMatch(/from exchange orders, routing key order.submitted/);
    expect((await operator('dead-letters', 'replay', letter.id)).out).toMatch(/^back in order-state.orders/);
    await pollUntil('the second refusal', async () => ((await list())[0]?.count === 2 ? true : undefined));
    expect((await operator('dead-letters', 'delete', letter.id)).out).toBe('deleted\n');
    expect((await operator('dead-letters', 'list')).out).toBe('none\n');
  });

  it('shows the whole system on one screen, and says by its exit code when a part of it is not well', async () => {
    const management = new URL(process.env['TEST_RABBITMQ_MANAGEMENT_URL']!);
    management.pathname = `/${product.vhost!.vhost}`;
    const whole = {
      ...env,
      INTAKE_API_URL: product.url('intake-api'),
      WEBHOOK_DISPATCHER_URL: product.url('webhook-dispatcher'),
    };
    const well = await runOperator(['status'], whole);
    expect({ code: well.code, error: well.error }).toEqual({ code: 0, error: '' });
    expect(well.out).toMatch(/order-state {2,}ready/);
    expect(well.out).toMatch(/webhook-dispatcher {2,}ready/);
    expect(well.out).toMatch(/ledger {2,}balanced: \d+ deliveries/);
    expect(well.out).toContain('open breakers: none');

    const queues = await pollUntil('the broker’s statistics', async () => {
      const run = await runOperator(['status', '--json'], { ...whole, RABBITMQ_MANAGEMENT_URL: management.href });
      const { queues } = JSON.parse(run.out);
      return Array.isArray(queues) && queues.every(({ consumers }) => consumers > 0) ? queues : undefined;
    });
    expect(queues).toContainEqual({ name: 'order-state.orders', messages: 0, consumers: 1 });

    await product.kill('webhook-dispatcher', 0, 'SIGTERM');
    const unwell = await runOperator(['status'], whole);
    expect(unwell.code).toBe(4);
    expect(unwell.out).toMatch(/webhook-dispatcher {2,}not reachable/);
    await product.start('webhook-dispatcher');
    expect((await operator('audit')).code).toBe(0);
  });

  it('finds a run of `npm start` by what it keeps, and never sends its token to another place', async () => {
    const root = await mkdtemp(join(tmpdir(), 'operator-cli-'));
    await mkdir(join(root, '.data'));
    await writeFile(join(root, '.data/secrets.json'), JSON.stringify({ OPERATOR_TOKEN: env['OPERATOR_TOKEN'] }));
    await writeFile(join(root, '.data/services.json'), JSON.stringify({ order_state_url: env['OPERATOR_URL'] }));
    expect((await runOperator(['audit'], {}, root)).out).toMatch(/balanced {2,}yes/);
    const elsewhere = await runOperator(['audit'], { OPERATOR_URL: 'http://127.0.0.1:1' }, root);
    expect([elsewhere.code, elsewhere.error]).toEqual([2, expect.stringContaining('OPERATOR_TOKEN is not set')]);
    await rm(root, { recursive: true });
  });

  it('says what it did not understand, what was refused, and that nobody answers, each by its exit code', async () => {
    const missing = `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`;
    const cases: [string[], number, RegExp][] = [
      [['orders', 'stattus'], 2, /There is: orders status, orders tracking-url, orders timeline\./],
      [['orders', 'status', 'x'], 2, /expected <order_id> <status>, got 1/],
      [['audit', '--no-such-option'], 2, /no-such-option/],
      [['endpoints', 'show', missing], 1, /^endpoint_not_found: /],
      [['merchants', 'create'], 1, /^validation_failed: [^]*\/name: /],
    ];
    for (const [argv, code, text] of cases) {
      const run = await operator(...argv);
      expect({ argv, code: run.code, out: run.out }).toEqual({ argv, code, out: '' });
      expect(run.error).toMatch(text);
    }
    const wrongToken = await runOperator(['audit'], { ...env, OPERATOR_TOKEN: 'wrong' });
    expect([wrongToken.code, wrongToken.error]).toEqual([1, expect.stringMatching(/^invalid_credentials: /)]);
    const nobody = await runOperator(['audit'], { ...env, OPERATOR_URL: 'http://127.0.0.1:1' });
    expect([nobody.code, nobody.error]).toEqual([3, expect.stringContaining('no answer from http://127.0.0.1:1')]);
  });

  it('explains itself: all commands, and the options of one', async () => {
    const all = await runOperator([], {});
    expect(all.code).toBe(0);
    for (const words of ['merchants create', 'dead-letters replay', 'exit codes']) expect(all.out).toContain(words);
    const one = await runOperator(['merchants', 'create', '--help'], {});
    expect([one.code, one.out]).toEqual([0, expect.stringContaining('--webhook-url')]);
  });
});
