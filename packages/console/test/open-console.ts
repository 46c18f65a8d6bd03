import { pollUntil } from '@delivery/test-support';
import type { Browser, Page } from '@delivery/test-support/browser';
import { type OpenPage, openPage, type PageOptions } from './open-page.js';

export type OpenConsole = OpenPage & { signIn: (token: string) => Promise<void> };

export const openConsole = async (browser: Browser, origin: string, options?: PageOptions): Promise<OpenConsole> => {
  const opened = await openPage(browser, `${origin}/console/`, options);
  const { page } = opened;
  return {
    ...opened,
    signIn: async (token) => {
      await page.getByLabel('Operator token').fill(token);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
    },
  };
};

/** Waits until the page shows the text, without a reload. */
export const waitForText = (page: Page, words: string | RegExp): Promise<true> =>
  pollUntil(`the page says ${words}`, async () => {
    const text = await page.locator('#content').innerText();
    return (typeof words === 'string' ? text.includes(words) : words.test(text)) ? true : undefined;
  });
