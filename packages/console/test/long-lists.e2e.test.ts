import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildOrder,
  expectSuccess,
  fillOrders,
  type Merchant,
  pollUntil,
  type Product,
  startProduct,
} from '@delivery/test-support';
import { type Browser, findViolations, openBrowser, type Page } from '@delivery/test-support/browser';
import { openPage } from './open-page.js';

const orderCount = 1_001;

let product: Product;
let browser: Browser;
let merchant: Merchant;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  merchant = await product.createMerchant({ name: 'Cantina da Praça' });
  const orderId = String(expectSuccess(await merchant.create(buildOrder({ display_id: 'newest' })))['id']);
  await fillOrders(product.databaseUrl, { orderId, count: orderCount - 1 });
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

const openOrders = async (width: number) => {
  const opened = await openPage(browser, `${product.url('intake-api')}/portal/`, { width });
  const { page, goTo } = opened;
  await page.getByLabel('Key').fill(merchant.key);
  await page.getByLabel('Token').fill(merchant.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await goTo('orders');
  const more = page.getByRole('button', { name: 'Show more' });
  await more.waitFor();
  await pollUntil('all orders', async () => {
    if (await more.isEnabled({ timeout: 1_000 }).catch(() => false)) await more.click();
    return (await countRows(page)) === orderCount ? true : undefined;
  });
  return opened;
};

/** Of the list, in the page or not. */
const countRows = (page: Page): Promise<number> =>
  page.getByRole('table').evaluate((table) => Number(table.ariaRowCount ?? table.querySelectorAll('tr').length) - 1);

const linksOf = (page: Page) => page.locator('tbody').getByRole('link');
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test.each([1440, 375])(
  'of a thousand orders only those near the screen are in the page, and Back finds the list where it was left, at %i pixels',
  async (width) => {
    const { page, faults, close } = await openOrders(width);
    const inPage = await linksOf(page).count();
    expect(inPage).toBeGreaterThan(10);
    expect(inPage).toBeLessThan(80);
    expect(await findViolations(page)).toEqual([]);

    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    const number = await pollUntil('rows far down', async () => {
      const shown = await linksOf(page).evaluateAll((links) =>
        links.filter((link) => link.getBoundingClientRect().top > innerHeight / 3).map((link) => link.textContent),
      );
      return Number(shown[0]) > 100 ? (shown[0] ?? undefined) : undefined;
    });
    expect(await linksOf(page).count()).toBeLessThan(80);
    const link = page.getByRole('link', { name: number, exact: true });
    // At the click itself: until then rows may still be measured.
    const left = link.evaluate(
      (element) =>
        new Promise<number>((resolve) =>
          element.addEventListener('click', () => resolve(element.getBoundingClientRect().top)),
        ),
    );
    await link.click();
    const top = await left;
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
    expect(faults).toEqual([]);
    await close();
  },
);
