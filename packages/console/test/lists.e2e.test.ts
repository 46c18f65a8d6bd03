import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  fillOrders,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findViolations, type Page } from '@delivery/test-support/browser';
import { excessOf, usePages, waitForText } from './open-page.js';

let product: Product;
const { openConsole, openPortal } = usePages(() => product);
let receiver: EndpointServer;

beforeAll(async () => {
  [product, receiver] = await Promise.all([
    startProduct({ env: { 'order-state': { WEBHOOK_RETRY_SCHEDULE: '1s,1h' } } }),
    startEndpointServer({ respond: () => ({ status: 500, body: 'oops' }) }),
  ]);
});

afterAll(async () => {
  await product.close();
  await receiver.close();
});

/** The content of the file that a button saves. */
const save = async (page: Page, name: 'CSV' | 'JSON'): Promise<string> => {
  await page.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  await page.keyboard.press('Escape');
  return readFile(await file.path(), 'utf8');
};
const rowsOf = (json: string) => JSON.parse(json) as Record<string, unknown>[];

test('[P29] a merchant sees its webhook’s request, checks it with its secret and sends it again by curl, at 375 pixels', async () => {
  const merchant = await product.createMerchant({ webhookUrl: receiver.url });
  const order = { ...buildOrder(), external_data: { note: "Ana's $HOME", amount: 1 } };
  const id = String(expectSuccess(await merchant.create(order))['id']);
  expectSuccess(await merchant.ready(id));
  const second = await receiver.waitForRequest(
    ({ body, headers }) => body.toString().includes(id) && headers['webhook-attempt'] === '2',
  );
  const listed = expectSuccess(await merchant.call(`/v1/webhook-deliveries?order_id=${id}`));
  const deliveryId = (listed['data'] as { id: string }[]).at(-1)?.id;

  const { page, goTo } = await openPortal(merchant, { width: 375 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await goTo(`deliveries/${deliveryId}`);
  await waitForText(page, '"external_data": {\n    "note": "Ana\'s $HOME",');
  await page.getByLabel('As sent').check();
  await waitForText(page, second.body.toString());
  await waitForText(page, 'webhook-attempt: 2');

  const secret = page.getByLabel('Secret or public key of the endpoint');
  const check = page.getByRole('button', { name: 'Check' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await secret.fill(String(merchant.endpoint?.secret));
  await check.click();
  await waitForText(page, 'This request was signed with it.');
  await secret.fill('whsec_c29tZSBvdGhlciBzZWNyZXQ=');
  await check.click();
  await waitForText(page, 'This request was not signed with it.');
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

  await page.getByRole('button', { name: 'Copy link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.getByRole('navigation').count()).toBe(0);
  await page.getByText('Time zone: ').waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  await page.emulateMedia({ media: 'screen' });
  expect(await findViolations(page)).toEqual([]);
  expect(await excessOf(page)).toBe(0);
});

test('a list is saved whole as a file, with its filters and in its order, and no cell is a formula', async () => {
  const merchant = await product.createMerchant({ name: '=Cantina, "A"' });
  const ids: string[] = [];
  for (let count = 0; count < 130; count += 1)
    ids.push(String(expectSuccess(await merchant.create(buildOrder({ display_id: '=1+1' })))['id']));
  for (const id of ids.slice(0, 2)) expectSuccess(await merchant.ready(id));
  const portal = await openPortal(merchant);
  await portal.goTo('orders');
  const [head, ...lines] = (await save(portal.page, 'CSV')).trimEnd().split('\r\n');
  expect(head?.split(',').slice(0, 3)).toEqual(['\ufeffid', 'external_id', 'display_id']);
  expect(lines.map((line) => line.split(',')[0])).toEqual([...ids].reverse());
  expect(new Set(lines.map((line) => line.split(',')[2]))).toEqual(new Set(["'=1+1"]));
  await portal.goTo('orders?status=ready');
  await portal.page.getByRole('row').nth(2).waitFor();
  const ready = rowsOf(await save(portal.page, 'JSON'));
  expect(ready.map(({ id }) => id)).toEqual(ids.slice(0, 2).reverse());

  const { page, goTo } = await openConsole();
  await goTo('merchants');
  expect(await save(page, 'CSV')).toContain(`"'=Cantina, ""A"""`);
  await goTo(`merchants/${merchant.id}/orders`);
  expect(rowsOf(await save(page, 'JSON')).map(({ id }) => id)).toEqual([...ids].reverse());
  await goTo('endpoints');
  expect(rowsOf(await save(page, 'JSON')).every((row) => 'health' in row)).toBe(true);
});

const orderCount = 1_001;

/** Counts all rows of the list, in the page or not. */
const countRows = (page: Page): Promise<number> =>
  page.getByRole('table').evaluate((table) => Number(table.ariaRowCount ?? table.querySelectorAll('tr').length) - 1);

const linksOf = (page: Page) => page.locator('tbody').getByRole('link');
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const openOrders = async (merchant: Merchant, width: number) => {
  const opened = await openPortal(merchant, { width });
  const { page, goTo } = opened;
  await goTo('orders');
  const more = page.getByRole('button', { name: 'Show more' });
  await more.waitFor();
  await pollUntil('all orders', async () => {
    if (await more.isEnabled({ timeout: 1_000 }).catch(() => false)) await more.click();
    return (await countRows(page)) === orderCount ? true : undefined;
  });
  return opened;
};

describe('a long list', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await product.createMerchant({ name: 'Cantina da Praça' });
    const orderId = String(expectSuccess(await merchant.create(buildOrder({ display_id: 'newest' })))['id']);
    await fillOrders(product.databaseUrl, { orderId, count: orderCount - 1 });
  });

  test.each([1440, 375])(
    'has only the rows near the screen in the page, and Back finds the list where it was left, at %i pixels',
    async (width) => {
      const { page } = await openOrders(merchant, width);
      const inPage = await linksOf(page).count();
      expect(inPage).toBeGreaterThan(10);
      expect(inPage).toBeLessThan(80);
      expect(await findViolations(page)).toEqual([]);

      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      // Where a link is at the click itself: until then rows may still be measured, which moves it.
      await page.evaluate(() =>
        addEventListener(
          'click',
          ({ target }) => {
            if (!(target instanceof Element)) return;
            Object.assign(window, { clicked: { number: target.textContent, top: target.getBoundingClientRect().top } });
          },
          true,
        ),
      );
      // It may be moved out of the page before it is clicked: then another one is.
      const { number, top } = await pollUntil('a click on a row far down', async () => {
        const shown = await linksOf(page).evaluateAll((links) =>
          links.filter((link) => link.getBoundingClientRect().top > innerHeight / 3).map((link) => link.textContent),
        );
        if (!(Number(shown[0]) > 100)) return undefined;
        expect(await linksOf(page).count()).toBeLessThan(80);
        const click = page.getByRole('link', { name: shown[0] ?? '', exact: true }).click({ timeout: 5_000 });
        const isClicked = await click.then(
          () => true,
          () => false,
        );
        return isClicked ? page.evaluate<{ number: string; top: number }>('clicked') : undefined;
      });
      const link = page.getByRole('link', { name: number, exact: true });
      await page.getByRole('heading', { name: `Order ${number}`, level: 1 }).waitFor();
      await page.goBack();
      await pollUntil('the link has the focus again', async () =>
        (await focusedText(page)) === number ? true : undefined,
      );
      const back = await link.evaluate((element) => element.getBoundingClientRect().top);
      expect(Math.abs(back - top)).toBeLessThan(2);
      expect(await countRows(page)).toBe(orderCount);

      await page.keyboard.press('j');
      expect(await focusedText(page)).toBe(String(Number(number) + 1));

      // Paper has every row.
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      expect(await linksOf(page).count()).toBe(orderCount);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await pollUntil('a long list again', async () => ((await linksOf(page).count()) < 80 ? true : undefined));
    },
  );
});
