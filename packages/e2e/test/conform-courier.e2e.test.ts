import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CourierSystem, type Merchant, pollUntil, type Product, startProduct } from '@delivery/test-support';
import { repository, startDelivery, startExample } from '../src/examples.js';
import { startFaultyCourier } from '../src/faulty-courier.js';

let product: Product;
let merchant: Merchant;
let token: CourierSystem['token'];
beforeAll(async () => {
  product = await startProduct({ replicas: { 'courier-simulator': 1 } });
  merchant = await product.createMerchant({ mode: 'sandbox' });
  ({ token } = await product.createCourierSystem({ mode: 'sandbox' }));
});
afterAll(() => product.close());

const startConform = (...flags: string[]) =>
  startDelivery(['conform', '--courier', token, '--port', '0', '--strict', ...flags], {
    DELIVERY_BASE_URL: product.url('intake-api'),
    DELIVERY_KEY: merchant.key,
    DELIVERY_TOKEN: merchant.token,
  });

/** Runs it around a system that calls the service through it. */
const conform = async (start: (url: string) => Promise<{ stop: () => Promise<void> }>) => {
  const { output, ended } = await startConform();
  const url = await pollUntil('its address', () => /with (http:\S+)/.exec(output())?.[1]);
  const system = await start(url);
  const code = await ended;
  await system.stop();
  // Lines are as wide as the terminal.
  return { code, output: output(), joined: output().replaceAll(/\s+/g, ' ') };
};

describe('delivery conform --courier', () => {
  it('passes the example of the guide', async () => {
    const example: [string, string] = ['python3', join(repository, 'examples/courier.py')];
    const { code, output } = await conform((url) => startExample(example, undefined, { BASE: url, TOKEN: token }));
    expect(output).toMatch(/\n6 passed\n$/);
    expect(code).toBe(0);
  });

  it('finds each fault of a system without keys and claims that reports whatever the answers are', async () => {
    const { code, output, joined } = await conform((url) => Promise.resolve(startFaultyCourier(url, token)));
    for (const fault of [
      'the answer to accept is lost: expected the same call with the same Idempotency-Key, got the call without an Idempotency-Key',
      'an accept after simulated couriers were first: expected no report, got status',
      'a report while its delivery is released and accepted again: expected 409 delivery_not_accepted, got 200 on_route_to_pickup',
      'a copy of on_route_to_delivery after delivery_failed: expected delivery_failed, got on_route_to_delivery',
      'the answer to handover is lost: expected the same call with the same Idempotency-Key, got the call without an Idempotency-Key',
    ])
      expect(joined).toContain(fault);
    expect(output).toMatch(/\n1 passed, 5 failed\n$/);
    expect(code).toBe(1);
  });

  it('makes no other check of a system that does nothing', async () => {
    const { ended, output } = await startConform('--wait', '0.1');
    expect(await ended).toBe(1);
    expect(output()).toMatch(/no call about it[^]*\n1 failed, 5 not run\n$/);
  });

  it('refuses the token of a live system', async () => {
    const { ended, output } = await startDelivery(['conform', '--courier', 'ctok_live'], {
      DELIVERY_BASE_URL: product.url('intake-api'),
      DELIVERY_KEY: merchant.key,
      DELIVERY_TOKEN: merchant.token,
    });
    expect([await ended, output()]).toEqual([2, expect.stringContaining('--courier must be a sandbox token')]);
  });
});
