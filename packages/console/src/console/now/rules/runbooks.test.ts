import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { runbooks } from './runbooks.js';

const guide = readFileSync(new URL('../../../../../../docs/operations.md', import.meta.url), 'utf8');

it.each(Object.entries(runbooks))('leads to a section of the guide: %s', (_, section) => {
  expect(guide).toContain(`\n### ${section}\n`);
});
