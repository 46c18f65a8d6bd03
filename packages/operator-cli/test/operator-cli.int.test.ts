import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildOrder, pollUntil, type Product, startEndpointServer, startProduct } from '@delivery/test-support';
import { type CliRun, runOperator, runUnread, startOperator } from './run-operator.js';

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

const createOrder = async ({ key, token }: { key: string; token: string }): Promise<string> => {
  const url = new URL('/v1/external-orders', product.url('intake-api'));
  url.search = new URLSearchParams({ key, token }).toString();
  const order = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(buildOrder({ customer: { name: 'Ana Souza', phone: '11976540731' } })),
  });
  return ((await order.json()) as { id: string }).id;
};

describe('The operator’s command line', () => {
  it('makes a sandbox merchant, and says of each merchant which kind it is', async () => {
    const created = await answer('merchants', 'create', '--name', 'Padaria, test', '--sandbox');
    expect(created).toMatchObject({ mode: 'sandbox', token: expect.stringMatching(/^tok_test_/) });
    expect((await operator('merchants', 'show', created.merchant_id)).out).toMatch(/^mode +sandbox$/m);
    expect((await operator('merchants', 'list')).out).toMatch(
      new RegExp(`${created.merchant_id} {2}sandbox {2}active`),
    );
    expect((await operator('audit')).out).toMatch(/sandbox merchants\nbalanced +yes/);
  });

  it('takes a merchant from its creation to a tracked order, and shows the order’s history', async () => {
    const endpoint = await startEndpointServer();
    const created = await answer('merchants', 'create', '--name', 'Pão & Cia', '--webhook-url', endpoint.url);
    expect(created).toMatchObject({ token: expect.stringMatching(/^tok_/), webhook_endpoint: { url: endpoint.url } });
    const merchantId: string = created.merchant_id;

    const id = await createOrder(created);
    for (const status of ['ready', 'on_route_to_pickup', 'on_route_to_delivery']) {
      expect(await answer('orders', 'status', id, status)).toMatchObject({ id, status });
    }
    await answer('orders', 'tracking-url', id, 'https://track.example/1');
    await endpoint.waitFor(5);
    await product.waitForQuiet();

    const timeline = await answer('orders', 'timeline', id);
    const shownTimeline = await operator('orders', 'timeline', id);
    expect(shownTimeline.out).toMatch(/delivery {2,}#5 {2}tracking_url_added {2}delivered/);
    expect(shownTimeline.out).toMatch(/attempt {2,}#1 {2}attempt 1 {2}200/);
    expect((await operator('merchants', 'list')).out).toMatch(
      new RegExp(`${merchantId} {2}live +active {2}ok +0 +- +\\d+ \\w+ +- +Pão & Cia`),
    );
    const { external_id: externalId } = timeline.order;
    expect((await operator('orders', 'find', externalId)).out).toMatch(
      new RegExp(`^${id} +on_route_to_delivery .*Pão & Cia`, 'm'),
    );
    expect((await operator('orders', 'find', externalId, '--merchant', '0'.repeat(32))).out).toBe('none\n');
    const found = new RegExp(`^${id} .*Pão & Cia +phone`, 'm');
    expect((await operator('orders', 'search', '+55 11 97654-0731')).out).toMatch(found);
    expect((await operator('orders', 'search', '0731', '--merchant', merchantId)).out).toMatch(found);
    expect((await operator('orders', 'search', '0731')).out).toBe(
      'none\nThe last four digits of a phone are searched with --merchant only.\n',
    );
    expect((await operator('orders', 'late', '--merchant', merchantId)).out).toBe('none\n');
    const shown = await operator('endpoints', 'show', created.webhook_endpoint.id);
    expect(shown.out).toMatch(/breaker {2,}closed/);

    // It writes its counts as it ends.
    await product.restart('order-state');
    await product.waitForReady();
    expect((await operator('endpoints', 'history', created.webhook_endpoint.id)).out).toMatch(
      /^all 24 +5 +0 +\d+ +\d+$/m,
    );
    expect((await answer('usage', 'show', merchantId)).data).toMatchObject([{ orders: { created: 1 } }]);
    expect((await operator('usage', 'list')).out).toMatch(
      new RegExp(`^${merchantId} +1 +0 +0 +0 +5 +5 +0 +- +- +Pão & Cia$`, 'm'),
    );

    const because = ['--by', 'ana', '--reason', 'ticket 4710'];
    expect(await answer('merchants', 'disable', merchantId, ...because)).toMatchObject({ status: 'disabled' });
    expect((await operator('activity', 'list', '--subject', merchantId)).out).toMatch(
      / {2}ana, \S+ +merchant\.disabled +Pão & Cia +status: active → disabled; ticket 4710$/m,
    );
    expect(await answer('merchants', 'enable', merchantId)).toMatchObject({ status: 'active' });
    expect(await answer('merchants', 'untrack', merchantId)).toMatchObject({ tracking_page: false });
    await answer('merchants', 'set-time-zone', merchantId, 'America/Sao_Paulo');
    expect((await operator('merchants', 'show', merchantId)).out).toMatch(/^time zone +America\/Sao_Paulo$/m);
    const token = await answer('tokens', 'add', merchantId);
    expect((await operator('merchants', 'show', merchantId)).out).toContain(token.id);
    expect((await operator('tokens', 'remove', merchantId, token.id, '--by', 'ana', '--reason', 'leaked')).out).toBe(
      'revoked\n',
    );
    await endpoint.close();
  });

  it('[P18] acts for a merchant as the merchant could itself, and records who did it and why', async () => {
    const endpoint = await startEndpointServer();
    const created = await answer('merchants', 'create', '--name', 'Down', '--webhook-url', endpoint.url);
    const [merchantId, endpointId]: [string, string] = [created.merchant_id, created.webhook_endpoint.id];
    const because = ['--by', 'ana', '--reason', 'ticket 4711'];
    const disabled = await operator('endpoints', 'disable', endpointId, ...because);
    expect(disabled.out).toMatch(/status +disabled\ndisabled because +operator/);

    const id = await createOrder(created);
    await answer('orders', 'status', id, 'ready');
    const worst = await operator('endpoints', 'list', '--health', 'disabled');
    expect(worst.out.split('\n')[1]).toMatch(new RegExp(`^2 +disabled +\\d+ s +${endpointId} {2}Down +-$`));
    const held = await answer('endpoints', 'waiting', endpointId);
    expect(held).toMatchObject({ deliveries: 2, orders: 1 });
    const named = { ...env, OPERATOR_NAME: 'bo' };
    const enabled = await runOperator(['endpoints', 'enable', endpointId, '--reason', 'it is back'], named);
    expect(enabled.out).toMatch(/^status +active$/m);
    const log = await operator('activity', 'list', '--subject', endpointId);
    expect(log.out).toMatch(
      / bo, \S+ +endpoint\.enabled .*it is back\n.* ana, \S+ +endpoint\.disabled .*ticket 4711$/m,
    );
    const [first] = await endpoint.waitFor(2);
    await product.waitForQuiet();

    const webhookId = first!.headers['webhook-id'] as string;
    const { data } = await answer('deliveries', 'list', merchantId, '--webhook-id', webhookId);
    expect(data).toMatchObject([{ webhook_id: webhookId, state: 'delivered' }]);
    expect((await operator('deliveries', 'show', merchantId, data[0].id)).out).toMatch(/^1 {4}\S+ +200 /m);
    const range = ['--since', '2026-01-01T00:00:00Z', '--until', '2036-01-01T00:00:00Z', '--states', 'delivered'];
    expect((await operator('replays', 'preview', merchantId, ...range)).out).toMatch(
      /^sends +2 webhooks of 1 orders\n/,
    );
    const { token } = await answer('replays', 'preview', merchantId, ...range);
    const replay = await answer('replays', 'start', merchantId, ...range, '--preview', token, ...because);
    await endpoint.waitFor(4);
    await product.waitForQuiet();
    const ids = (await answer('deliveries', 'list', merchantId)).data
      .filter((one: { replay_id: string | null }) => one.replay_id === null)
      .map((one: { id: string }) => one.id)
      .join(',');
    expect(await answer('deliveries', 'preview-replay', merchantId, ids)).toMatchObject({ deliveries: 2, orders: 1 });
    expect(await answer('deliveries', 'replay', merchantId, ids, ...because)).toMatchObject({ total: 2 });
    await endpoint.waitFor(6);
    endpoint.respondWith(() => ({ status: 302, headers: { location: 'https://new.example/ol%C3%A1' } }));
    expect((await operator('endpoints', 'test', endpointId, ...because)).out).toMatch(/^under way: msg_/);
    await endpoint.waitFor(7);
    await pollUntil('the result of the test', async () =>
      /^last test .* redirect_refused {2}https:\/\/new\.example\/ol%C3%A1$/m.test(
        (await operator('endpoints', 'show', endpointId)).out,
      ),
    );
    expect((await operator('replays', 'show', merchantId, replay.id)).out).toMatch(/total +2\n/);

    const unsaid = await runOperator(['endpoints', 'enable', endpointId, '--reason', 'x'], env);
    expect([unsaid.code, unsaid.error]).toEqual([2, expect.stringContaining('your name is missing: use --by <name>')]);
    await endpoint.close();
  });

  it('answers a problem of the courier for the merchant', async () => {
    const merchant = await product.createMerchant();
    const system = await product.createCourierSystem({ merchants: [merchant.id] });
    const id = String((await merchant.create(buildOrder())).body['id']);
    await merchant.ready(id);
    const deliver = (action: string, body: object) =>
      system.call(`/courier/v1/deliveries/${id}/${action}`, { method: 'POST', body });
    await deliver('accept', {});
    expect((await deliver('problems', { kind: 'no_access' })).body).toMatchObject({ problem_id: 1 });
    const because = ['--text', 'Ring twice', '--by', 'ana', '--reason', 'asked by phone'];
    expect(await answer('orders', 'answer', id, '1', 'retry', ...because)).toMatchObject({ id, status: 'ready' });
    expect((await merchant.get(id)).body['problems']).toMatchObject([
      { state: 'answered', answer: { action: 'retry', text: 'Ring twice' } },
    ]);
    const again = await operator('orders', 'answer', id, '1', 'return', '--by', 'ana', '--reason', 'asked again');
    expect([again.code, again.error]).toEqual([1, expect.stringContaining('problem_closed')]);
  });

  it('reads a platform’s webhooks in one mode, and says how that is asked for', async () => {
    const platform = await answer(
      'platforms',
      'create',
      '--name',
      'Pedidos',
      '--scopes',
      'merchants:read',
      '--by',
      'ana',
    );
    const uuid: string = platform.id;
    const owner = `plat_${uuid.replaceAll('-', '')}`;
    expect((await operator('deliveries', 'list', owner)).out).toBe('none\n');
    const refused = await operator('deliveries', 'list', uuid);
    expect([refused.code, refused.error]).toEqual([
      2,
      expect.stringContaining(`if this is a platform, use ${owner}, or plat_test_`),
    ]);
    const rotated = ['platforms', 'rotate-key', uuid, '--sandbox', '--old-key-hours', '2', '--by', 'ana'];
    expect((await operator(...rotated)).out).toMatch(/^mode +sandbox\nkey +key_test_\S+\nold_key_until +20\S+\n$/);
    expect((await operator('platforms', 'show', uuid)).out).toMatch(/^sandbox +20\S+ +20\S+$/m);
    expect((await operator('activity', 'list', '--subject', uuid)).out).toMatch(
      / ana, \S+ +platform\.created +Pedidos +-$/m,
    );
  });

  it('[P18] erases a customer’s data, and shows the receipt', async () => {
    const created = await answer('merchants', 'create', '--name', 'Erased');
    const id = await createOrder(created);
    const because = ['--by', 'ana', '--reason', 'ticket 4712'];
    const refused = await operator('erasures', 'create', '--order', id, ...because);
    expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/^order_under_way: /)]);
    const receipt = await answer('erasures', 'create', '--order', id, '--force', ...because);
    expect(receipt).toMatchObject({ status: 'completed', force: true, erased: { order_ids: [id] } });
    const shown = await operator('erasures', 'show', receipt.id);
    expect(shown.out).toMatch(/requested by +operator ana: ticket 4712\n/);
    expect(shown.out).toMatch(new RegExp(`orders +${id}\n`));

    const byPhone = ['erasures', 'create', '--phone', '5511000000000', '--merchant', created.merchant_id];
    expect((await operator(...byPhone, ...because)).out).toMatch(/of +a phone number\n/);
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
    expect((await operator('dead-letters', 'show', letter.id)).out).toMatch(/^order +-\nmerchant +-\nmessage +-\n$/);
    const unwell = await operator('status');
    expect([unwell.code, unwell.out]).toEqual([4, expect.stringContaining('not well: dead letters: 1')]);
    const why = ['--by', 'ana', '--reason', 'a publisher that was only tested'];
    expect((await operator('dead-letters', 'replay', letter.id)).error).toMatch(/--reason/);
    expect((await operator('dead-letters', 'replay', letter.id, ...why)).out).toMatch(/^put back +1\nleft +0\n$/);
    await pollUntil('the second refusal', async () => ((await list())[0]?.count === 2 ? true : undefined));
    const group = ['--queue', letter.queue, '--refused-for', letter.reason];
    expect((await operator('dead-letters', 'replay-all', ...group, ...why)).out).toMatch(/^put back +1\nleft +0\n$/);
    await pollUntil('the third refusal', async () => ((await list())[0]?.count === 3 ? true : undefined));
    const { token } = await answer('dead-letters', 'preview', '--action', 'delete', ...group);
    const deleted = await operator('dead-letters', 'delete-all', ...group, ...why, '--preview', token);
    expect(deleted.out).toMatch(/^deleted +1\n/);
    expect((await operator('dead-letters', 'delete', letter.id, ...why)).error).toMatch(/^dead_letter_not_found/);
    expect((await operator('dead-letters', 'list')).out).toBe('none\n');
  });

  it('[P17] shows the whole system on one screen, and says by its exit code when a part of it is not well', async () => {
    const management = new URL(process.env['TEST_RABBITMQ_MANAGEMENT_URL']!);
    management.pathname = `/${product.vhost!.vhost}`;
    const whole = {
      ...env,
      INTAKE_API_URL: product.url('intake-api'),
      WEBHOOK_DISPATCHER_URL: product.url('webhook-dispatcher'),
    };
    const well = await startOperator(['status'], whole);
    expect({ code: well.code, error: well.error }).toEqual({ code: 0, error: '' });
    expect(well.out).toMatch(/order-state {2,}ready/);
    expect(well.out).toMatch(/webhook-dispatcher {2,}ready/);
    expect(well.out).toMatch(/ledger {2,}balanced: \d+ deliveries/);
    for (const name of ['intake-api', 'order-state', 'webhook-dispatcher'])
      expect(well.out).toMatch(
        new RegExp(`^${name} {2,}\\S+:\\d+ {2,}\\d+\\.\\d+\\.\\d+ {2,}.* ago {2,}\\d s ago`, 'm'),
      );
    expect(well.out).toContain('open breakers: none');
    expect(well.out).toContain('everything is well');

    const config = await operator('status', '--config');
    expect([config.code, config.error]).toEqual([0, '']);
    for (const name of ['intake-api', 'order-state', 'webhook-dispatcher'])
      expect(config.out).toMatch(new RegExp(`^${name} \\S+: \\S+:\\d+$`, 'm'));
    expect(config.out).toMatch(/^LOG_LEVEL +\w+$/m);
    expect(config.out).toMatch(/^SECRETS_KEY +true$/m);
    expect(config.out).not.toContain(env.OPERATOR_TOKEN);

    const url = 'https://shop.invalid/hook';
    const { webhook_endpoint: held, ...merchant } = await answer(
      'merchants',
      'create',
      '--name',
      'Held',
      '--webhook-url',
      url,
    );
    await answer('endpoints', 'disable', held.id, '--by', 'ana', '--reason', 'test');
    await answer('orders', 'status', await createOrder(merchant), 'ready');
    const holding = await runOperator(['status'], whole);
    expect([holding.code, holding.out]).toEqual([
      0,
      expect.stringMatching(/everything is well\nfor merchants to mend: .*held endpoints: 1/),
    ]);
    await answer('endpoints', 'enable', held.id, '--by', 'ana', '--reason', 'test');

    // The statistics come seconds late, and show an earlier moment.
    await pollUntil('the broker’s statistics', async () => {
      const run = await runOperator(['status', '--json'], { ...whole, RABBITMQ_MANAGEMENT_URL: management.href });
      expect(JSON.parse(run.out).queues).toContainEqual({
        name: 'order-state.orders',
        messages: 0,
        consumers: 1,
        losing_policies: [],
      });
      return true;
    });
    const policy = `/api/policies/${product.vhost!.vhost}/short`;
    const shortening = { pattern: 'orders$', definition: { 'max-length': 1_000_000 } };
    await product.vhost!.management(policy, { method: 'PUT', body: JSON.stringify(shortening) });
    await pollUntil('the policy is reported', async () => {
      const run = await runOperator(['status'], { ...whole, RABBITMQ_MANAGEMENT_URL: management.href });
      return run.out.includes('a policy sets max-length of order-state.orders: messages may be lost') || undefined;
    });
    await product.vhost!.management(policy, { method: 'DELETE' });

    await product.kill('webhook-dispatcher', 0, 'SIGTERM');
    const unwell = await runOperator(['status'], whole);
    expect(unwell.code).toBe(4);
    expect(unwell.out).toMatch(/webhook-dispatcher {2,}not reachable/);
    expect(unwell.out).toContain('webhook-dispatcher.deliveries has no consumer');
    await product.start('webhook-dispatcher');
    expect((await operator('audit')).code).toBe(0);
  });

  it('finds a run of `npm start` by its files, and never sends its token to another address', async () => {
    const root = await mkdtemp(join(tmpdir(), 'operator-cli-'));
    await mkdir(join(root, '.data'));
    const kept = { order_state_url: env['OPERATOR_URL'], operator_token: env['OPERATOR_TOKEN'] };
    await writeFile(join(root, '.data/services.json'), JSON.stringify(kept));
    expect((await runOperator(['audit'], {}, root)).out).toMatch(/balanced {2,}yes/);
    const elsewhere = await runOperator(['audit'], { OPERATOR_URL: 'http://127.0.0.1:1' }, root);
    expect([elsewhere.code, elsewhere.error]).toEqual([2, expect.stringContaining('OPERATOR_TOKEN is not set')]);
    await rm(root, { recursive: true });
  });

  it('tells a wrong command, a refused one and a missing answer apart, each with its exit code', async () => {
    const missing = `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`;
    const cases: [string[], number, RegExp][] = [
      [['orders', 'stattus'], 2, /Did you mean status\?/],
      [['orders', 'status', 'x'], 2, /missing required argument 'status'/],
      [['orders', 'timeline', 'x', 'y'], 2, /too many arguments/],
      [['audit', '--no-such-option'], 2, /no-such-option/],
      [['endpoints', 'show', missing], 1, /^endpoint_not_found: /],
      [['merchants', 'create'], 2, /required option '--name <name>' not specified/],
      [['merchants', 'create', '--name', ''], 1, /^validation_failed: [^]*\/name: /],
    ];
    for (const [argv, code, text] of cases) {
      const run = await operator(...argv);
      expect({ argv, code: run.code, out: run.out }).toEqual({ argv, code, out: '' });
      expect(run.error).toMatch(text);
    }
    const wrongToken = await runOperator(['audit'], { ...env, OPERATOR_TOKEN: 'wrong' });
    expect([wrongToken.code, wrongToken.error]).toEqual([
      1,
      expect.stringMatching(/^invalid_credentials: [^]*OPERATOR_TOKEN is not the token/),
    ]);
    const unreachable = await startOperator(['audit'], { ...env, OPERATOR_URL: 'http://127.0.0.1:1' });
    expect([unreachable.code, unreachable.error]).toEqual([
      3,
      expect.stringContaining('no answer from http://127.0.0.1:1'),
    ]);
  });

  it('explains itself: all commands, and the options of one', async () => {
    const all = await runOperator([], {});
    expect(all.code).toBe(0);
    for (const words of ['merchants create', 'dead-letters replay', 'exit codes:']) expect(all.out).toContain(words);
    const one = await runOperator(['merchants', 'create', '--help'], {});
    expect([one.code, one.out]).toEqual([0, expect.stringContaining('--webhook-url')]);
    expect(await runUnread([], {})).toEqual({ code: 0, error: '' });
    expect(await runUnread([], {}, 'full')).toEqual({
      code: 2,
      error: expect.stringMatching(/^error: the output cannot be written: .*no space left.*\n$/),
    });
  });
});
