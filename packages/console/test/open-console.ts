import { type Browser, type Page, pollUntil } from '@delivery/test-support';

export type OpenConsole = {
  page: Page;
  /** What must not happen on any page: refused by the policy, asked of another origin, thrown. */
  faults: readonly string[];
  signIn: (token: string) => Promise<void>;
  goTo: (path: string) => Promise<void>;
  close: () => Promise<void>;
};

type Options = { colorScheme?: 'light' | 'dark'; locale?: string; width?: number };

/** A browser of its own for each: no cookie and no choice of another test is in it. */
export const openConsole = async (browser: Browser, origin: string, options: Options = {}): Promise<OpenConsole> => {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.colorScheme ?? 'light',
    locale: options.locale ?? 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(`refused: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`asked elsewhere: ${request.url()}`);
  });
  await page.goto(`${origin}/console/`);
  return {
    page,
    faults,
    signIn: async (token) => {
      await page.getByLabel('Operator token').fill(token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
    },
    goTo: async (path) => {
      await page.goto(`${origin}/console/#/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    close: () => context.close(),
  };
};

/** Until the page says so, without anybody loading it again. */
export const waitForText = (page: Page, words: string | RegExp): Promise<true> =>
  pollUntil(`the page says ${words}`, async () => {
    const text = await page.locator('#content').innerText();
    return (typeof words === 'string' ? text.includes(words) : words.test(text)) ? true : undefined;
  });
