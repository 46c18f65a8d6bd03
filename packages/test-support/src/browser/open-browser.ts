import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.js';

export type { Browser, Page } from 'playwright-core';

/** A real browser without a window, which loads only the test's own pages. The caller closes it. */
export const openBrowser = async (): Promise<Browser> => {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    // `--no-sandbox`: as root, and in most containers, there is none to be had; the pages are our own.
    // `--enable-unsafe-swiftshader`: a map is drawn by WebGL, which has no graphics card here.
    args: ['--no-sandbox', '--headless=shell', '--disable-gpu', '--enable-unsafe-swiftshader', '--hide-scrollbars'],
    env: { ...process.env, ...env },
  });
};
