import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { type Browser, findViolations, openBrowser } from '@delivery/test-support/browser';
import { waitForText } from './open-console.js';
import { openPage } from './open-page.js';

let product: Product;
let browser: Browser;
let receiver: EndpointServer;

beforeAll(async () => {
  [product, browser, receiver] = await Promise.all([
    startProduct({ env: { 'webhook-dispatcher': { WEBHOOK_RETRY_SCHEDULE: '1s,1h' } } }),
    openBrowser(),
    startEndpointServer({ respond: () => ({ status: 500, body: 'oops' }) }),
  ]);
});

afterAll(async () => {
  await browser.close();
  await product.close();
  await receiver.close();
});

test.each([1440, 375])(
  '[P29] a merchant sees its webhook’s request, checks it with its secret and sends it again by curl, at %i pixels',
  async (width) => {
    const merchant = await product.createMerchant({ webhookUrl: receiver.url });
    const order = { ...buildOrder(), external_data: { note: "Ana's $HOME", amount: 1 } };
    const id = String(expectSuccess(await merchant.create(order))['id']);
    expectSuccess(await merchant.ready(id));
    const second = await receiver.waitForRequest(
      ({ body, headers }) => body.toString().includes(id) && headers['webhook-attempt'] === '2',
    );
    const listed = expectSuccess(await merchant.call(`/v1/webhook-deliveries?order_id=${id}`));
    const deliveryId = (listed['data'] as { id: string }[]).at(-1)?.id;

    const { page, goTo, faults, close } = await openPage(browser, `${product.url('intake-api')}/portal/`, { width });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Key').fill(merchant.key);
    await page.getByLabel('Token').fill(merchant.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await goTo(`deliveries/${deliveryId}`);
    await waitForText(page, '"external_data": {\n    "note": "Ana\'s $HOME",');
    await page.getByLabel('As sent').check();
    await waitForText(page, second.body.toString());
    await waitForText(page, 'webhook-attempt: 2');
    await waitForText(page, 'Compared with');

    const secret = page.getByLabel('Secret of the endpoint');
    const check = page.getByRole('button', { name: 'Check' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
    await secret.fill(String(merchant.endpoint?.secret));
    await check.click();
    await waitForText(page, 'The secret signed this request.');
    await secret.fill('whsec_c29tZSBvdGhlciBzZWNyZXQ=');
    await check.click();
    await waitForText(page, 'This secret did not sign this request.');
    expect(asked.filter((request) => request.includes('whsec_'))).toEqual([]);

    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    const count = receiver.requests.length;
    await promisify(execFile)('sh', ['-c', curl]);
    const again = receiver.requests[count];
    expect(again?.body).toEqual(second.body);
    const { 'webhook-signature': signature, 'webhook-id': webhookId } = second.headers;
    expect(again?.headers).toMatchObject({ 'webhook-signature': signature, 'webhook-id': webhookId });

    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  },
);
