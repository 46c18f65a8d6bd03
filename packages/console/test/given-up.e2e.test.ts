import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { type Browser, openBrowser } from '@delivery/test-support/browser';
import { openConsole, waitForText } from './open-console.js';

let product: Product;
let browser: Browser;
let receiver: EndpointServer;

beforeAll(async () => {
  [product, browser, receiver] = await Promise.all([
    startProduct({ env: { 'webhook-dispatcher': { WEBHOOK_RETRY_SCHEDULE: '100ms' } } }),
    openBrowser(),
    startEndpointServer({ respond: () => ({ status: 500 }) }),
  ]);
});

afterAll(async () => {
  await browser.close();
  await product.close();
  await receiver.close();
});

test('one button of an order’s page sends again all that an endpoint gave up of the order', async () => {
  const merchant = await product.createMerchant({ webhookUrl: receiver.url });
  const id = String(expectSuccess(await merchant.create(buildOrder()))['id']);
  expectSuccess(await merchant.ready(id));
  await pollUntil('both webhooks are given up', async () => {
    const answer = await merchant.call(`/v1/webhook-deliveries?order_id=${id}&state=exhausted`);
    return (expectSuccess(answer)['data'] as unknown[]).length === 2 || undefined;
  });
  receiver.respondWith(() => ({}));
  const { page, signIn, goTo, faults, close } = await openConsole(browser, product.url('order-state'));
  await signIn(product.secrets.operatorToken);
  await goTo(`orders/${id}`);
  const again = page.getByRole('button', { name: 'Send the 2 again' });
  await again.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Sends 2 webhooks of one order again').waitFor();
  await dialog.getByLabel('Your name').fill('Marina');
  await dialog.getByLabel('Why').fill('they mended it');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await waitForText(page, 'heard everything.');
  expect(await again.count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
