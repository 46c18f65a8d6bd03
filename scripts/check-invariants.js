// Fails when docs/invariants.md names a test that does not exist: a promise without its guard.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

const testFiles = ['packages', 'services'].flatMap((area) =>
  readdirSync(join(root, area), { recursive: true })
    .map((file) => join(area, String(file)))
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules') && !file.includes('dist')),
);
const sources = new Map(testFiles.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

// A guard is written as: `path/to/file.test.ts` › "title of the test"
const guards = [...readFileSync(join(root, 'docs/invariants.md'), 'utf8').matchAll(/`([^`]+\.test\.ts)` › "([^"]+)"/g)];

const faults = guards.flatMap(([, file, title]) => {
  const source = sources.get(file);
  if (source === undefined) return [`${file}: no such test file`];
  return source.includes(title) ? [] : [`${file}: no test with the title "${title}"`];
});
if (guards.length === 0) faults.push('docs/invariants.md names no test at all');

for (const fault of faults) console.error(fault);
console.log(`${guards.length} guards named, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
