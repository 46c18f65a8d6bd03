import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pollUntil } from '@delivery/test-support';
import { type Browser, findViolations, openBrowser, type Page } from '@delivery/test-support/browser';
import { type Harness, startHarness } from './intake-harness.js';

let harness: Harness;
let browser: Browser;
let page: Page;
/** Complaints of the browser: errors of scripts, and violations of the policy. */
let complaints: string[];
let requested: string[];

beforeAll(async () => {
  [harness, browser] = await Promise.all([startHarness(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await harness.close();
});

const open = async (): Promise<void> => {
  const context = await browser.newContext({
    viewport: { width: 1_440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // The machine may be busy.
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  complaints = [];
  requested = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('request', (request) => requested.push(request.url()));
};
const goTo = (path: string) => page.goto(harness.url + path);
beforeEach(open);
afterEach(async () => {
  await page.context().close();
  expect(complaints).toEqual([]);
  expect(requested.filter((url) => new URL(url).origin !== harness.url)).toEqual([]);
});

const createOrder = () => page.getByRole('heading', { name: 'Create an order' });
const isDrawn = (): Promise<void> => createOrder().waitFor();

describe('a reader of the guide', () => {
  it('needs no script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${harness.url}/docs/guide`);
    await plain.getByRole('link', { name: 'Verify them' }).first().click();
    expect(new URL(plain.url()).hash).toBe('#verify-them');
    expect(await plain.locator('pre').count()).toBeGreaterThan(15);
    await context.close();
  });

  it('copies code as it is shown', async () => {
    await goTo('/docs/guide');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(await page.locator('pre').first().textContent());
    expect(copied.length).toBeGreaterThan(10);
  });

  it('goes on to the reference, finds a call there by its name, and is led to it', async () => {
    await goTo('/docs/guide');
    await page.getByRole('link', { name: 'API reference' }).click();
    await isDrawn();
    const search = page.getByPlaceholder('Search...');
    const found = page.locator('[data-role="search:results"]').getByText('Get a new secret');
    await pollUntil('the call', async () => {
      // Redoc may draw its field, and its results, anew: what was typed is lost then, and a click meets one that is gone.
      await search.fill('');
      await search.fill('rotate');
      await found.click({ timeout: 10_000 });
      return /#.*rotateWebhookSecret/.test(page.url()) ? true : undefined;
    });
  });
});

describe('a reader of the reference', () => {
  it('[P16] sees each call in ten languages, and every webhook', async () => {
    await goTo('/docs');
    await isDrawn();
    const samples = page.locator('[id="tag/Orders/operation/createOrder"]').getByRole('tab');
    for (const language of ['curl', 'JavaScript', 'Python', 'Go', 'PHP', 'Java', 'C#', 'Ruby', 'Kotlin', 'Rust']) {
      expect([language, (await samples.filter({ hasText: language }).count()) > 0]).toEqual([language, true]);
    }
    for (const event of ['status_changed', 'delivery_requested', 'tracking_url_added']) {
      expect([event, (await page.getByText(event).count()) > 0]).toEqual([event, true]);
    }
  });
});

/** Of Redoc, and not to be changed by an option: its smallest headings leave a level out, and an entry of its menu has its sub-entries' texts. */
const knownOfRedoc = /^(heading-order|label-content-name-mismatch):/;

const expectNotWider = async (path: string) => {
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect([path, excess]).toEqual([path, 0]);
};

it.each([1_440, 375])(
  'at %i pixels the guide passes WCAG 2.2 AA in light and dark colours as axe checks it, and neither it nor the reference is wider',
  async (width) => {
    await page.setViewportSize({ width, height: 812 });
    await goTo('/docs');
    await isDrawn();
    await expectNotWider('/docs');
    await goTo('/docs/guide');
    expect(await findViolations(page)).toEqual([]);
    await expectNotWider('/docs/guide');
  },
);

it('the reference passes WCAG 2.2 AA in light and dark colours as axe checks it', async () => {
  await goTo('/docs');
  await isDrawn();
  // The calls of one group stand for the others, which are made of the same parts: axe takes a minute for all of them.
  const exclude = '[id*="/operation/"]:not([id^="tag/Orders/"])';
  expect(await page.locator('[id^="tag/Orders/operation/"]').count()).toBeGreaterThan(5);
  const violations = await findViolations(page, { exclude }, isDrawn);
  expect(violations.filter((violation) => !knownOfRedoc.test(violation))).toEqual([]);
});
