import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { choosePorts } from '@delivery/local-stack';
import { expectSuccess, pollUntil, type Product, startProduct } from '@delivery/test-support';
import { type Example, repository, runConform, startExample } from '../src/examples.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const tillCommand: [string, ...string[]] = [process.execPath, join(repository, 'examples/till/dist/main.js')];

let till: Example | undefined;
afterEach(() => till?.stop());

const startTill = async () => {
  const [port = 0] = await choosePorts(1);
  const merchant = await product.createMerchant({ webhookUrl: `http://127.0.0.1:${port}/hooks` });
  const { secret } = merchant.endpoint!;
  const running = await startExample(tillCommand, port, {
    DELIVERY_BASE_URL: product.url('intake-api'),
    DELIVERY_KEY: merchant.key,
    DELIVERY_TOKEN: merchant.token,
    WEBHOOK_SECRET: secret,
  });
  till = running;
  return { ...running, secret };
};

describe('the till of the examples', () => {
  it('passes delivery conform', async () => {
    const { url, secret } = await startTill();
    expect(await runConform(url, secret)).toEqual({ failed: [], code: 0 });
  });

  it('sells a dish, and shows the status of its order', async () => {
    const { output, type } = await startTill();
    type('Pizza');
    const id = await pollUntil('an order', () => /sold {2}Pizza: ([0-9a-f]{24})/.exec(output())?.[1]);
    expectSuccess(await product.operator.status(id, 'on_route_to_pickup'));
    expectSuccess(await product.operator.trackingUrl(id, 'https://track.example.com/1'));
    await pollUntil('the tracking URL', () => output().includes('https://track.example.com/1') || undefined);
    const shown = output()
      .match(/^order .*$/gm)
      ?.map((line) => line.split('  ').slice(2).join(' '));
    expect(shown?.filter((line, at) => line !== shown[at - 1])).toEqual([
      'ready',
      'on_route_to_pickup',
      'on_route_to_pickup https://track.example.com/1',
    ]);
  });

  it('fetches its webhooks from behind a firewall, and none is left', async () => {
    const merchant = await product.createMerchant();
    const created = await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: { type: 'pull' } });
    const { id: endpointId, secret } = expectSuccess(created) as { id: string; secret: string };
    till = await startExample(tillCommand, undefined, {
      DELIVERY_BASE_URL: product.url('intake-api'),
      DELIVERY_KEY: merchant.key,
      DELIVERY_TOKEN: merchant.token,
      WEBHOOK_SECRET: secret,
      PULL_ENDPOINT: endpointId,
    });
    till.type('Pizza');
    const { output } = till;
    const id = await pollUntil('an order', () => /sold {2}Pizza: ([0-9a-f]{24})/.exec(output())?.[1]);
    expectSuccess(await product.operator.status(id, 'on_route_to_pickup'));
    await pollUntil('its last status', () => output().includes('on_route_to_pickup') || undefined);
    await product.waitForQuiet();
  });
});
