import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Browser, findViolations, openBrowser, type Page } from '@delivery/test-support/browser';
import { type Harness, startHarness } from './intake-harness.js';

let harness: Harness;
let browser: Browser;
let page: Page;
/** What the browser complained of: errors of scripts, and what the policy has kept out. */
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

/** Groups of tabs that have the language, and those where it is chosen. */
const countGroups = async (language: string): Promise<{ all: number; chosen: number }> => {
  const tab = (selected: object) => page.getByRole('tab', { name: language, exact: true, ...selected });
  const groups = page.getByRole('tablist');
  return {
    all: await groups.filter({ has: tab({}) }).count(),
    chosen: await groups.filter({ has: tab({ selected: true }) }).count(),
  };
};

describe('a reader of the guide', () => {
  it('chooses a language once, for all code of both pages and the next visit', async () => {
    await goTo('/docs/guide');
    const { all, chosen } = await countGroups('Python');
    expect([all > 1, chosen]).toEqual([true, 0]);
    await page.getByRole('tab', { name: 'Python' }).first().click();
    expect(await countGroups('Python')).toEqual({ all, chosen: all });
    // One panel of each group is shown, and no other.
    expect(await page.getByRole('tabpanel').count()).toBe(await page.getByRole('tablist').count());
    await page.reload();
    expect(await countGroups('Python')).toEqual({ all, chosen: all });
    await goTo('/docs');
    const reference = await countGroups('Python');
    expect([reference.all > 1, reference.chosen]).toEqual([true, reference.all]);
  });

  it('goes from language to language with the arrows', async () => {
    await goTo('/docs/guide');
    const first = page.getByRole('tab').first();
    await first.focus();
    await page.keyboard.press('ArrowRight');
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('aria-selected')).toBe('true');
    expect(await focused.textContent()).not.toBe(await first.textContent());
    await page.keyboard.press('ArrowLeft');
    expect(await first.getAttribute('aria-selected')).toBe('true');
  });

  it('copies code as it is shown', async () => {
    await goTo('/docs/guide');
    const block = page.locator('.code:visible').first();
    const button = block.getByRole('button', { name: 'Copy' });
    await button.click();
    await block.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(await block.locator('pre').textContent());
    expect(copied.length).toBeGreaterThan(10);
  });

  it('finds a header, a call and an error with the keyboard alone, and is led there', async () => {
    for (const [words, place] of [
      ['webhook-previous-sequence', /webhook-previous-sequence/],
      ['rotate secret', /rotate/i],
      ['external_id_conflict', /Errors|Idempotency/],
    ] as const) {
      await goTo('/docs/guide');
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Search guide and API' }).waitFor();
      await page.keyboard.type(words);
      const chosen = page.getByRole('option', { selected: true });
      await chosen.filter({ hasText: place }).waitFor();
      const href = await chosen.getAttribute('href');
      await page.keyboard.press('Enter');
      await page.waitForURL(href!);
      const target = decodeURIComponent(new URL(href!).hash.slice(1));
      expect(await page.locator(`[id="${target}"]`).count()).toBe(1);
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
  });

  it('is told where nothing is found, and Escape ends the search', async () => {
    await goTo('/docs');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.keyboard.type('zxqv');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

it.each([1_440, 375])(
  'at %i pixels guide, reference and search pass WCAG 2.2 AA in light and dark colours as axe checks it, and none is wider',
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/docs/guide', '/docs']) {
      await goTo(path);
      expect([path, await findViolations(page)]).toEqual([path, []]);
      const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect([path, excess]).toEqual([path, 0]);
    }
    await page.keyboard.press('/');
    await page.keyboard.type('order');
    await page.getByRole('option').first().waitFor();
    expect(await findViolations(page, 'dialog[open]')).toEqual([]);
  },
);
