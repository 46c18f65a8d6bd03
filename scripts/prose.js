/**
 * Checks comments, documents, test titles and texts against the rules of `prose-rules.js` (`npm run prose`, part of
 * `npm run check`). `prose-counts.json` has the faults that each file may still have. A count can only fall:
 * `npm run prose -- --write` lowers it and raises none. Without the file, `--write` counts every file.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { findFaults } from './prose-rules.js';

const root = new URL('../', import.meta.url);
const countsFile = new URL('prose-counts.json', import.meta.url);
const isWriting = process.argv.includes('--write');

const skippedFolders = new Set(['node_modules', 'dist', 'coverage', '.git', '.turbo', '.data']);
const hasProse = /\.(?:md|[cm]?js|tsx?|sql|css|sh|ya?ml|conf|go|java|php|py)$|(?:^|\/)Dockerfile$/;
/** Translations, generated files, and the rules themselves, which name the words. */
const isExempt = /[-/](?:pt|es)\.(?:md|ts)$|\.generated\.ts$|^docs\/(?:configuration|metrics)\.md$|^scripts\/prose/;

const listFiles = (folder) =>
  readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listFiles(`${path}/`);
    return entry.isFile() && hasProse.test(path) && !isExempt.test(path) ? [path] : [];
  });

const allowed = existsSync(countsFile) ? JSON.parse(readFileSync(countsFile, 'utf8')) : undefined;
const allowedIn = (path) => (allowed ? (allowed[path] ?? 0) : Infinity);

const found = listFiles('')
  .sort()
  .map((path) => ({ path, faults: findFaults(path, readFileSync(new URL(path, root), 'utf8')) }));
const risen = found.filter(({ path, faults }) => faults.length > allowedIn(path));
for (const { path, faults } of risen) {
  console.error(`${path}: ${faults.length} faults of prose, at most ${allowedIn(path)}`);
  for (const { line, words, instead } of faults) console.error(`  ${path}:${line}: "${words}". ${instead}`);
}

const counts = Object.fromEntries(
  found.map(({ path, faults }) => [path, Math.min(faults.length, allowedIn(path))]).filter(([, count]) => count > 0),
);
const isStale = JSON.stringify(counts) !== JSON.stringify(allowed);
if (isWriting) writeFileSync(countsFile, `${JSON.stringify(counts, undefined, 2)}\n`);
else if (isStale) console.error('scripts/prose-counts.json counts more than is left: run `npm run prose -- --write`.');

const left = found.reduce((sum, { faults }) => sum + faults.length, 0);
console.log(`${found.length} files read, ${left} faults of prose, ${risen.length} files with more than they may have`);
process.exitCode = risen.length > 0 || (isStale && !isWriting) ? 1 : 0;
