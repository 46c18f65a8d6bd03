import type { Browser, Page } from '@delivery/test-support/browser';

export type OpenPage = {
  page: Page;
  /** Faults that no page may have: a violation of the policy, a call to another origin, an error. */
  faults: readonly string[];
  goTo: (path: string) => Promise<void>;
  close: () => Promise<void>;
};

export type PageOptions = {
  locale?: string;
  /** The browser's language, where that is not the locale. */
  language?: string;
  width?: number;
  /** Another origin that the page may ask, for a map. */
  elsewhere?: string;
};

/** Time limit of each step; the machine may be busy. */
const patienceMs = 60_000;

/** The preferences, and the way out. */
export const openMenu = (page: Page): Promise<void> => page.getByRole('button', { name: 'Settings' }).click();

/** A browser of its own for each: no cookie and no choice of another test is in it. */
export const openPage = async (browser: Browser, address: string, options: PageOptions = {}): Promise<OpenPage> => {
  const { origin } = new URL(address);
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: 900 },
    locale: options.locale ?? 'en-GB',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  if (options.language !== undefined)
    await context.addInitScript((value) => {
      Object.defineProperty(Navigator.prototype, 'language', { get: () => value });
    }, options.language);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(`refused: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (![origin, options.elsewhere].includes(new URL(request.url()).origin))
      faults.push(`asked elsewhere: ${request.url()}`);
  });
  await page.goto(address);
  return {
    page,
    faults,
    goTo: async (path) => {
      await page.goto(`${address}#/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    close: () => context.close(),
  };
};
