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

test('the page of a platform lists what was given up of the platform’s webhooks, and sends it again', async () => {
  receiver.respondWith(() => ({ status: 500 }));
  const platform = await product.createPlatform({ name: 'Pedidos' });
  const endpoint = { method: 'POST', body: { url: `${receiver.origin}/platform` } };
  expectSuccess(await platform.call('/platform/v1/webhook-endpoints', endpoint));
  const merchant = await product.createMerchant({ platform: 'Pedidos' });
  const id = String(expectSuccess(await merchant.create(buildOrder()))['id']);
  expectSuccess(await merchant.ready(id));
  const listOf = async (state: string) => {
    const answer = await platform.call(`/platform/v1/webhook-deliveries?state=${state}`);
    return (expectSuccess(answer)['data'] as unknown[]).length === 2 || undefined;
  };
  await pollUntil('both webhooks are given up', () => listOf('exhausted'));
  receiver.respondWith(() => ({}));
  const { page, signIn, goTo, faults, close } = await openConsole(browser, product.url('order-state'));
  await signIn(product.secrets.operatorToken);
  await goTo(`platforms/${platform.id}`);
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('link', { name: 'Given up', exact: true }).click();
  await page.getByLabel('Select all shown').check();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Sends 2 webhooks of one order again').waitFor();
  await dialog.getByLabel('Your name').fill('Marina');
  await dialog.getByLabel('Why').fill('they mended it');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await dialog.waitFor({ state: 'detached' });
  await pollUntil('both webhooks are delivered', () => listOf('delivered'));
  await page.getByRole('link', { name: 'Replays', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'Selected webhooks' }).getByText('2 of 2').waitFor();
  expect(faults).toEqual([]);
  await close();
});
