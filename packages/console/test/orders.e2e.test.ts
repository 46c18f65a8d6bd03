import { afterAll, beforeAll, expect, test } from '@jest/globals';
import axe from 'axe-core';
import {
  type Browser,
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  openBrowser,
  type Page,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { openConsole, waitForText } from './open-console.js';

const readToken = 'a-token-for-reading-alone-0001';
const hostile = `<script>alert(1)</script><img src=x onerror=alert(2)> \u202Ertl\u202C 🍕`;

let product: Product;
let browser: Browser;
let receiver: EndpointServer;
let refusing: EndpointServer;
let merchant: Merchant;
let refusedMerchant: Merchant;

beforeAll(async () => {
  [product, browser, receiver, refusing] = await Promise.all([
    startProduct({
      env: {
        'order-state': { OPERATOR_READ_TOKEN: readToken },
        'webhook-dispatcher': { WEBHOOK_RETRY_SCHEDULE: '1s,1h' },
      },
    }),
    openBrowser(),
    startEndpointServer(),
    startEndpointServer({ respond: () => ({ status: 500, body: hostile }) }),
  ]);
  merchant = await product.createMerchant({ name: 'Cantina da Praça', webhookUrl: receiver.url });
  refusedMerchant = await product.createMerchant({ name: 'Padaria São Bento', webhookUrl: refusing.url });
});

afterAll(async () => {
  await browser.close();
  await product.close();
  await Promise.all([receiver.close(), refusing.close()]);
});

const create = async (owner: Merchant): Promise<string> =>
  String(expectSuccess(await owner.create(buildOrder()))['id']);

const findViolations = async (page: Page): Promise<unknown[]> => {
  await page.evaluate(axe.source);
  return page.evaluate<unknown[]>(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))",
  );
};

test('an order’s journey appears without a reload, while another’s lane is blocked, with its reason and as text', async () => {
  const { page, faults, signIn, goTo, close } = await openConsole(browser, product.url('order-state'));
  await signIn(product.secrets.operatorToken);
  const id = await create(merchant);
  await goTo(`orders/${id}`);
  await waitForText(page, 'Order placed');
  expectSuccess(await merchant.ready(id));
  await waitForText(page, 'Marked ready');
  await waitForText(page, 'All webhooks were delivered.');
  await waitForText(page, 'Delivery requested');

  const refusedId = await create(refusedMerchant);
  expectSuccess(await refusedMerchant.ready(refusedId));
  await goTo(`orders/${refusedId}`);
  await waitForText(page, /Webhook 1 of 2 waits: the merchant’s server answered 500 twice; next try in/);
  await waitForText(page, 'waits for no. 1');
  await waitForText(page, 'Blocks this lane: one waits for it');
  await page.getByText('What the server said').first().click();
  await waitForText(page, '<img src=x onerror=alert(2)>');
  expect(await page.locator('img, #app script').count()).toBe(0);
  const took = await page.locator('.time-card td.number:nth-child(3)').allInnerTexts();
  const [total = 0, ...parts] = took.map((text) => Number(text.replace(/\D/g, ''))).reverse();
  expect(parts.reduce((sum, ms) => sum + ms, 0)).toBe(total);
  expect(total).toBeGreaterThan(0);
  expect(faults).toEqual([]);
  await close();
});

test('an order is found with the keyboard by its external ID and by a webhook-id, and led to', async () => {
  const id = await create(merchant);
  expectSuccess(await merchant.ready(id));
  const { headers, body } = await receiver.waitForRequest((request) => request.body.toString().includes(id));
  expect(body.toString()).toContain(id);
  const externalId = String(expectSuccess(await merchant.get(id))['external_id']);
  const { page, signIn, close } = await openConsole(browser, product.url('order-state'));
  await signIn(product.secrets.operatorToken);
  await page.locator('#content').focus();
  await page.keyboard.press('/');
  await page.keyboard.type(externalId);
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: 'External ID' }).nth(1).waitFor();
  await page.getByRole('searchbox').fill(headers['webhook-id'] ?? '');
  await page.keyboard.press('Enter');
  const row = page.getByRole('cell', { name: 'webhook-id', exact: true });
  await row.waitFor();
  await page.getByRole('row').nth(1).getByRole('link').click();
  await waitForText(page, id);
  await close();
});

test('who may only read is offered no button; who may change is offered the one that helps', async () => {
  const owner = await product.createMerchant({ name: hostile, webhookUrl: receiver.url });
  expectSuccess(
    await product.operator.call(`/operator/v1/endpoints/${owner.endpoint!.id}/disable`, {
      method: 'POST',
      body: { by: 'Marina', reason: 'they asked' },
    }),
  );
  const id = await create(owner);
  expectSuccess(await owner.ready(id));
  const reader = await openConsole(browser, product.url('order-state'));
  await reader.signIn(readToken);
  await reader.goTo(`orders/${id}`);
  await waitForText(reader.page, 'held: the endpoint is disabled');
  expect(await reader.page.locator('#content').getByRole('button').count()).toBe(0);
  await reader.close();
  const { page, signIn, goTo, close } = await openConsole(browser, product.url('order-state'));
  await signIn(product.secrets.operatorToken);
  await goTo(`orders/${id}`);
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByLabel('Your name').fill('Marina');
  await page.getByLabel('Why').fill('they are back');
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
  await waitForText(page, 'All webhooks were delivered.');
  await close();
});

test.each([
  ['light', 1440],
  ['light', 375],
  ['dark', 1440],
  ['dark', 375],
] as const)(
  'in %s colours at %i pixels order and search pass WCAG 2.2 AA as axe checks it, and fit',
  async (colorScheme, width) => {
    const id = await create(refusedMerchant);
    expectSuccess(await refusedMerchant.ready(id));
    const { page, signIn, goTo, close } = await openConsole(browser, product.url('order-state'), {
      colorScheme,
      width,
    });
    await signIn(product.secrets.operatorToken);
    for (const [path, words] of [
      [`orders/${id}`, 'answered 500 twice'],
      [`search?q=${id}`, 'Order ID'],
    ] as const) {
      await goTo(path);
      await waitForText(page, words);
      if (process.env['PICTURES'])
        await page.screenshot({
          path: `${process.env['PICTURES']}/${path.slice(0, 6)}-${colorScheme}-${width}.png`,
          fullPage: true,
        });
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
    await close();
  },
);
