import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollUntil } from '@delivery/test-support';
import { type Browser, findViolations, openBrowser, type Page } from '@delivery/test-support/browser';
import { type Harness, startHarness } from '../support/intake-harness.js';

let harness: Harness;
let browser: Browser;

beforeAll(async () => {
  [harness, browser] = await Promise.all([startHarness(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await harness.close();
});

type Reader = { page: Page; goTo: (path: string) => Promise<unknown>; leave: () => Promise<void> };

const openReader = async (): Promise<Reader> => {
  const context = await browser.newContext({
    viewport: { width: 1_440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // The machine may be busy.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  /** Complaints of the browser: errors of scripts, and violations of the policy. */
  const complaints: string[] = [];
  const requested: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('request', (request) => requested.push(request.url()));
  return {
    page,
    goTo: (path) => page.goto(harness.url + path),
    leave: async () => {
      await context.close();
      expect(complaints).toEqual([]);
      expect(requested.filter((url) => new URL(url).origin !== harness.url)).toEqual([]);
    },
  };
};

const widths = [1_440, 375];

const expectNotWider = async ({ page }: Reader, width: number) => {
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect([width, excess]).toEqual([width, 0]);
};

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
    const { page, goTo, leave } = await openReader();
    await goTo('/docs/guide');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(await page.locator('pre').first().textContent());
    expect(copied.length).toBeGreaterThan(10);
    await leave();
  });

  it('finds sections by their words with the keyboard alone', async () => {
    const { page, goTo, leave } = await openReader();
    await goTo('/docs/guide-pt');
    const contents = page.getByRole('navigation', { name: 'Conteúdo' });
    const all = await contents.getByRole('link').count();
    await page.keyboard.press('/');
    await page.keyboard.type('assinatura nao/');
    expect(await page.getByRole('searchbox').inputValue()).toBe('assinatura nao/');
    await contents.getByText('Seções: 0').waitFor();
    await page.keyboard.press('Backspace');
    await contents.getByText(/^Seções: [1-9]/).waitFor();
    const found = contents.getByRole('link');
    expect(await found.count()).toBeLessThan(all);
    const first = await found.first().getAttribute('href');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe(first);
    await page.getByRole('searchbox').fill('');
    expect(await found.count()).toBe(all);
    await leave();
  });

  it('switches off what a single key does, and it stays so', async () => {
    const { page, goTo, leave } = await openReader();
    await goTo('/docs/guide');
    const isSearching = () => page.evaluate<boolean>(`document.activeElement.type === 'search'`);
    await page.keyboard.press('/');
    expect(await isSearching()).toBe(true);
    await page.getByLabel('/ leads to the search').uncheck();
    await page.reload();
    await page.keyboard.press('/');
    expect(await isSearching()).toBe(false);
    await page.getByLabel('/ leads to the search').check();
    await page.keyboard.press('/');
    expect(await isSearching()).toBe(true);
    await leave();
  });

  it.each(widths)(
    'at %i pixels finds that it passes WCAG 2.2 AA in light and dark colours as axe checks it, and is not wider',
    async (width) => {
      const reader = await openReader();
      await reader.page.setViewportSize({ width, height: 812 });
      await reader.goTo('/docs/guide');
      await reader.page.getByRole('searchbox').fill('secret');
      await reader.page.locator('.contents small').first().waitFor();
      expect(await findViolations(reader.page)).toEqual([]);
      await expectNotWider(reader, width);
      await reader.leave();
    },
  );
});

/** Redoc has no option for these: its smallest headings skip a level, and a menu entry has its sub-entries' texts. */
const knownOfRedoc = /^(heading-order|label-content-name-mismatch):/;

describe('a reader of the reference', () => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await openReader();
    await reader.goTo('/docs/guide');
    await reader.page.getByRole('link', { name: 'API reference' }).click();
    await reader.page.getByRole('main').getByRole('link', { name: 'Create an order' }).click();
    await reader.page.getByRole('heading', { name: 'Create an order' }).waitFor();
  });
  afterAll(() => reader.leave());

  it('finds a call by its name among those of all tags, and is led to it', async () => {
    const { page, goTo, leave } = await openReader();
    await goTo('/docs-en');
    await page.getByRole('searchbox').fill('new secret');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#webhook-endpoints');
    await page.getByRole('main').getByRole('link', { name: 'Get a new secret' }).click();
    await page.getByRole('heading', { name: 'Get a new secret' }).waitFor();
    expect(page.url()).toMatch(/\/docs\/reference-webhook-endpoints#operation\/rotateWebhookSecret$/);
    await leave();
  });

  it('[P16] is led from links to the page that had all calls to those that have them now', async () => {
    const { page, goTo, leave } = await openReader();
    for (const [old, path, hash] of [
      ['/docs#tag/Orders/operation/createOrder', '/docs/reference-orders', '#operation/createOrder'],
      ['/docs-pt#operation/onStatusChanged', '/docs/reference-webhooks', '#operation/onStatusChanged'],
      ['/docs#tag/Webhook-endpoints', '/docs/reference-webhook-endpoints', '#operation/listWebhookEndpoints'],
      ['/docs#tag/Errors', '/docs', '#tag/Errors'],
    ] as const) {
      await goTo('/docs/icon.svg');
      await goTo(old);
      await page.waitForURL(({ pathname }) => pathname === path);
      expect(new URL(page.url()).hash).toBe(hash);
    }
    await pollUntil('the errors are in view', async () =>
      (await page.evaluate<boolean>("document.getElementById('errors').getBoundingClientRect().top < innerHeight"))
        ? true
        : undefined,
    );
    await leave();
  });

  it.each([
    ['/docs-en', 'h2'],
    ['/docs/reference-stores', '[id^="operation/"]'],
    ['/docs/reference-webhook-deliveries', '[id^="operation/"]'],
  ])('finds that %s passes WCAG 2.2 AA in light and dark colours as axe checks it', async (path, drawn) => {
    const { page, goTo, leave } = await openReader();
    await goTo(path);
    const isDrawn = () => page.locator(drawn).first().waitFor();
    await isDrawn();
    const violations = await findViolations(page, undefined, isDrawn);
    expect(violations.filter((violation) => !knownOfRedoc.test(violation))).toEqual([]);
    await leave();
  });

  it.each(widths)('at %i pixels finds that it is not wider', async (width) => {
    await reader.page.setViewportSize({ width, height: 812 });
    await expectNotWider(reader, width);
  });
});
