// Fails where a promise of docs/invariants.md has no test, or a test names a promise that is not there. A test names
// its promises at the beginning of its title: `it('[P3 P7] makes one order of …')`. With --list it prints each
// promise's tests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

const testFiles = ['packages', 'services'].flatMap((area) =>
  readdirSync(join(root, area), { recursive: true })
    .map((file) => join(area, String(file)))
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules') && !file.includes('dist')),
);

// A promise is written as: `3. **One order …**`
const promises = new Map(
  [...readFileSync(join(root, 'docs/invariants.md'), 'utf8').matchAll(/^(\d+)\. \*\*([^*]+)/gm)].map(
    ([, number, text]) => [`P${number}`, { text: text.replaceAll(/\s+/g, ' '), tests: [] }],
  ),
);

const faults = [];
for (const file of testFiles) {
  const source = readFileSync(join(root, file), 'utf8');
  for (const [, names, title] of source.matchAll(/['"`]\[(P\d+(?: P\d+)*)\] ([^\n]*?)['"`]/g)) {
    for (const name of names.split(' ')) {
      const promise = promises.get(name);
      if (promise) promise.tests.push(`${file} › ${title}`);
      else faults.push(`${file}: there is no promise ${name}`);
    }
  }
}
if (promises.size === 0) faults.push('docs/invariants.md has no promise at all');
for (const [name, { tests }] of promises) if (tests.length === 0) faults.push(`${name} has no test`);

if (process.argv.includes('--list')) {
  for (const [name, { text, tests }] of promises) {
    console.log(`\n${name} ${text}`);
    for (const test of tests) console.log(`  ${test}`);
  }
}
for (const fault of faults) console.error(fault);
const count = [...promises.values()].reduce((sum, { tests }) => sum + tests.length, 0);
console.log(`${promises.size} promises, ${count} tests that guard them, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
