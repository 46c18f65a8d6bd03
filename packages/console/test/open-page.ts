import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { type Merchant, pollUntil, type Product } from '@delivery/test-support';
import { type Browser, openBrowser, type Page } from '@delivery/test-support/browser';

export type OpenPage = {
  page: Page;
  goTo: (path: string) => Promise<void>;
};

export type PageOptions = {
  locale?: string;
  /** The browser's language, where that is not the locale. */
  language?: string;
  width?: number;
  /** Another origin that the page may ask, for a map; `anywhere` for a test that leaves it for the pages of others. */
  elsewhere?: string;
};

/** Time limit of each step; the machine may be busy. */
const patienceMs = 60_000;

/** The preferences, and the way out. */
export const openMenu = (page: Page): Promise<void> => page.getByRole('button', { name: 'Settings' }).click();

/** Waits until the page shows the text, without a reload. */
export const waitForText = (page: Page, words: string | RegExp): Promise<true> =>
  pollUntil(`the page says ${words}`, async () => {
    const text = await page.locator('#content').innerText();
    return (typeof words === 'string' ? text.includes(words) : words.test(text)) ? true : undefined;
  });

/** How much wider the page is than its window. */
export const excessOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

export const signInWith = async (page: Page, label: string, token: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
};

/**
 * Pages of one product for the tests of a file. Each page has a browser of its own: no cookie and no choice of another test is in it. After a
 * test its pages are closed, and none may have violated the policy, called another origin, or thrown an error.
 */
export const usePages = (product: () => Product) => {
  let browser: Browser;
  const closers: (() => Promise<void>)[] = [];
  let faults: string[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
    const found = faults;
    faults = [];
    expect(found).toEqual([]);
  });
  afterAll(() => browser.close());

  const openPage = async (address: string, options: PageOptions = {}): Promise<OpenPage> => {
    const { origin } = new URL(address);
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1440, height: 900 },
      locale: options.locale ?? 'en-GB',
      reducedMotion: 'reduce',
    });
    closers.push(() => context.close());
    context.setDefaultTimeout(patienceMs);
    if (options.language !== undefined)
      await context.addInitScript((value) => {
        Object.defineProperty(Navigator.prototype, 'language', { get: () => value });
      }, options.language);
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) faults.push(`refused: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (options.elsewhere !== 'anywhere' && ![origin, options.elsewhere].includes(new URL(request.url()).origin))
        faults.push(`asked elsewhere: ${request.url()}`);
    });
    await page.goto(address);
    return {
      page,
      goTo: async (path) => {
        await page.goto(`${address}#/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
    };
  };
  /** Not signed in. */
  const showConsole = (options?: PageOptions) => openPage(`${product().url('order-state')}/console/`, options);
  const showPortal = (options?: PageOptions) => openPage(`${product().url('intake-api')}/portal/`, options);
  return {
    openPage,
    showConsole,
    showPortal,
    openConsole: async ({
      token = product().secrets.operatorToken,
      ...options
    }: PageOptions & { token?: string } = {}) => {
      const opened = await showConsole(options);
      await signInWith(opened.page, 'Operator token', token);
      return opened;
    },
    openPortal: async ({ key, token }: Pick<Merchant, 'key' | 'token'>, options?: PageOptions) => {
      const opened = await showPortal(options);
      await opened.page.getByLabel('Key').fill(key);
      await signInWith(opened.page, 'Token', token);
      return opened;
    },
    /** A context for a test that routes or waits in a way of its own. */
    newContext: async (options: Parameters<Browser['newContext']>[0]) => {
      const context = await browser.newContext(options);
      closers.push(() => context.close());
      return context;
    },
  };
};
