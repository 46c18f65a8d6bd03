import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { consoleDirectory } from '@delivery/console';

const firstLoadMaxBytes = 120 * 1_024;

const read = (name: string): Promise<Buffer> => readFile(new URL(name, consoleDirectory));

test('everything that the first load takes comes to at most 120 KiB compressed', async () => {
  const assets = await readdir(new URL('assets/', consoleDirectory));
  const files = await Promise.all(['index.html', ...assets.map((name) => `assets/${name}`)].map(read));
  const bytes = files.reduce((total, file) => total + gzipSync(file).length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(firstLoadMaxBytes);
});

test('the page names files with a hash, and has nothing inline that its policy would refuse', async () => {
  const page = (await read('index.html')).toString();
  const names = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(name).toMatch(/^\.\/assets\/[\w-]+-[\w-]{8}\.(js|css|svg)$/);
  expect(page).not.toMatch(/<script(?![^>]* src=)|<style|style=|\son\w+=/);
});
