import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { consoleDirectory, portalDirectory } from '@delivery/console';

const firstLoadMaxBytes = 110_000;

const pages = [
  ['console', consoleDirectory],
  ['portal', portalDirectory],
] as const;

/** The files that the page names. */
const readNames = async (directory: URL): Promise<string[]> => {
  const page = (await readFile(new URL('index.html', directory))).toString();
  return [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);
};

test.each(pages)(
  '[P27] everything that the first load of the %s takes comes to at most 110 KB compressed',
  async (_name, directory) => {
    const files = await Promise.all(
      ['index.html', ...(await readNames(directory))].map((name) => readFile(new URL(name, directory))),
    );
    const bytes = files.reduce((total, file) => total + brotliCompressSync(file).length, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(firstLoadMaxBytes);
  },
);

test.each(pages)(
  '[P27] the page of the %s names files with a hash, and has nothing inline that its policy would refuse',
  async (_name, directory) => {
    const page = (await readFile(new URL('index.html', directory))).toString();
    const names = await readNames(directory);
    expect(names.length).toBeGreaterThan(0);
    // This name is the same in every release, so that an old replica has the file for a new page.
    const [common, own] = [
      names.filter((name) => name === './load-again.js'),
      names.filter((name) => name !== './load-again.js'),
    ];
    expect(common).toHaveLength(1);
    for (const name of own) expect(name).toMatch(/^\.\/assets\/[\w-]+-[\w-]{8}\.(js|css|svg)$/);
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style|style=|\son\w+=/);
  },
);
