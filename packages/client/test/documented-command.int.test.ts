import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const documents = [
  'README.md',
  'docs/merchants.md',
  'docs/couriers.md',
  'examples/README.md',
  'packages/client/README.md',
];

/** The documented calls of the command line, each up to its first argument. */
const readCalls = (path: string): string[] =>
  [...readFileSync(`${root}${path}`, 'utf8').matchAll(/\bnpx [^`\n]*?\bdelivery\b/g)].map(([call]) => call);

describe('The command line, as the documents call it', () => {
  it('is called in one way, which passes --help on to it', () => {
    const calls = [...new Set(documents.flatMap(readCalls))];

    expect(calls).toEqual(['npx --no -- delivery']);
    const help = execSync(`${calls.join()} --help`, { cwd: root, encoding: 'utf8' });
    expect(help).toContain('delivery <command>');
  });
});
