import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EndpointServer,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { verify } from '../src/webhooks/index.js';
import { newOrder } from './new-order.js';
import { runDelivery } from './run-cli.js';
import { type RunningCli, startDelivery } from './start-cli.js';

let product: Product;
let directory: string;
let receiver: EndpointServer;
let listener: RunningCli | undefined;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'delivery-listen-'));
  product = await startProduct();
}, 120_000);
afterEach(async () => {
  await listener?.stop('SIGKILL');
  await receiver.close();
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await product.close();
}, 60_000);

const envOf = ({ key, token }: Merchant): Record<string, string> => ({
  DELIVERY_BASE_URL: product.url('intake-api'),
  DELIVERY_KEY: key,
  DELIVERY_TOKEN: token,
  XDG_STATE_HOME: directory,
});
const listen = async (merchant: Merchant): Promise<{ endpointId: string; secret: string }> => {
  const args = ['listen', '--forward-to', receiver.url];
  listener = startDelivery(args, envOf(merchant));
  const head = await listener.waitFor(/^endpoint +\S+ \(pull.*\n\n/m);
  return {
    endpointId: /^endpoint +(\S+)/m.exec(head)?.[1] ?? '',
    secret: /^signed with +(\S+)/m.exec(head)?.[1] ?? '',
  };
};
const sell = async (merchant: Merchant): Promise<string> => {
  const { id } = JSON.parse((await merchant.create(newOrder())).text) as { id: string };
  await merchant.ready(id);
  return id;
};
const statesOf = async (merchant: Merchant, orderId: string): Promise<string[]> => {
  const { text } = await merchant.call(`/v1/webhook-deliveries?order_id=${orderId}`);
  return (JSON.parse(text) as { data: { state: string }[] }).data.map(({ state }) => state);
};
const waitUntilDelivered = (merchant: Merchant, orderId: string): Promise<true> =>
  pollUntil('two deliveries that are delivered', async () => {
    const states = await statesOf(merchant, orderId);
    return (states.length === 2 && states.every((state) => state === 'delivered')) || undefined;
  });

/** The file as it is between the intent and the note of its result. */
const forgetAfterIntent = (endpointId: string): void => {
  const path = join(directory, 'delivery', 'listen.json');
  const kept = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, { id?: string }>);
  const intent = { knownIds: [], at: new Date().toISOString() };
  writeFileSync(
    path,
    JSON.stringify(Object.fromEntries(kept.map(([name, one]) => [name, one.id === endpointId ? intent : one]))),
  );
};

describe('delivery listen', () => {
  it('forwards each webhook as it was signed, in order, and acks those that the receiver takes', async () => {
    receiver = await startEndpointServer();
    const merchant = await product.createMerchant();
    const { secret } = await listen(merchant);
    const id = await sell(merchant);
    const requests = await receiver.waitFor(2);
    const events = await Promise.all(requests.map((request) => verify(request, secret)));
    expect(events.map(({ event, sequence, body }) => [event, sequence, body.id])).toEqual([
      ['status_changed', 1, id],
      ['delivery_requested', 2, id],
    ]);
    expect(Object.keys(requests[0]!.headers).filter((name) => /^(accept|sec-|x-)/.test(name))).toEqual([]);
    await waitUntilDelivered(merchant, id);
    expect(listener!.stdout()).toMatch(new RegExp(`${id.slice(0, 8)} #2  delivery_requested  ready +200  \\d+ ms\\n`));
    expect(await listener!.stop()).toBe(130);
  });

  it('waits for a receiver that is restarted, without spending an attempt', async () => {
    receiver = await startEndpointServer();
    const { port } = receiver;
    const merchant = await product.createMerchant();
    await listen(merchant);
    await receiver.close();
    const id = await sell(merchant);
    await listener!.waitFor(`nothing listens at http://127.0.0.1:${port}/hooks`);
    receiver = await startEndpointServer({ port });
    const requests = await receiver.waitFor(2);
    expect(requests.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '1']);
    await waitUntilDelivered(merchant, id);
  });

  it('goes on with its endpoint the next time, and with the webhooks that came in between', async () => {
    receiver = await startEndpointServer();
    const merchant = await product.createMerchant();
    const first = await listen(merchant);
    expect(await listener!.stop()).toBe(130);
    const id = await sell(merchant);
    expect(await listen(merchant)).toEqual(first);
    await waitUntilDelivered(merchant, id);
  });

  it('takes over the endpoint of a killed process, even of a process killed before it could note the endpoint', async () => {
    receiver = await startEndpointServer();
    const merchant = await product.createMerchant();
    const first = await listen(merchant);
    await listener!.stop('SIGKILL');
    const id = await sell(merchant);
    expect(await listen(merchant)).toEqual(first);
    await waitUntilDelivered(merchant, id);
    await listener!.stop('SIGKILL');
    forgetAfterIntent(first.endpointId);
    const second = await listen(merchant);
    expect(second.endpointId).toBe(first.endpointId);
    // Only the killed process knew the first secret, so it was replaced. Both sign for a day.
    expect(second.secret).not.toBe(first.secret);
    await sell(merchant);
    await verify((await receiver.waitFor(4))[3]!, second.secret);
  });

  it('begins anew where its endpoint was deleted, and enables one that is disabled', async () => {
    receiver = await startEndpointServer();
    const merchant = await product.createMerchant();
    const first = await listen(merchant);
    await listener!.stop();
    await merchant.call(`/v1/webhook-endpoints/${first.endpointId}/disable`, { method: 'POST' });
    expect(await listen(merchant)).toEqual(first);
    await waitUntilDelivered(merchant, await sell(merchant));
    await listener!.stop();
    await merchant.call(`/v1/webhook-endpoints/${first.endpointId}`, { method: 'DELETE' });
    const second = await listen(merchant);
    expect(second.endpointId).not.toBe(first.endpointId);
  });

  it('gets a refused webhook again, and says so', async () => {
    receiver = await startEndpointServer({ respond: (_, n) => ({ status: n === 1 ? 500 : 200 }) });
    const merchant = await product.createMerchant();
    await listen(merchant);
    const id = await sell(merchant);
    await listener!.waitFor(new RegExp(`${id.slice(0, 8)} #1  status_changed +ready +500 comes again`));
    expect(await statesOf(merchant, id)).toEqual(['waiting', 'in_flight']);
  });

  it('names a fault and its remedy', async () => {
    receiver = await startEndpointServer();
    const merchant = await product.createMerchant({ webhookUrl: receiver.url });
    const run = (...args: string[]) => runDelivery(['listen', ...args], { env: envOf(merchant) });
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('--forward-to http://localhost') });
    const pushed = await run('--forward-to', receiver.url, '--endpoint', merchant.endpoint!.id);
    expect(pushed).toMatchObject({ code: 2, stderr: expect.stringContaining('is a push endpoint') });
    for (const path of ['a', 'b', 'c', 'd'])
      await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: { url: `${receiver.url}/${path}` } });
    const full = await run('--forward-to', receiver.url);
    expect(full).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${merchant.endpoint!.id}  ${receiver.url}`),
    });
  });
});
