import { expect, it, test } from '@jest/globals';
import { readPerson } from './caller.js';

test.each([
  [['look'], ['look']],
  [['act'], ['look', 'act']],
  ['administer', ['look', 'administer']],
  [
    ['administer', 'customers_data', 'another application’s'],
    ['look', 'customers_data', 'administer'],
  ],
  [[], []],
  [['Act', 'owner'], []],
  [undefined, []],
  [{ act: true }, []],
  ['look act', []],
])('The claim %j is the roles %j', (roles, expected) =>
  expect(readPerson({ sub: 'u-1', roles }, 'roles').roles).toEqual(expected),
);

it('The claim of the roles is the configured one', () =>
  expect(
    readPerson({ sub: 'u-1', roles: ['administer'], 'https://example.com/roles': ['act'] }, 'https://example.com/roles')
      .roles,
  ).toEqual(['look', 'act']));

test.each([
  [{ email: 'ana@example.com', name: 'Ana Lima', preferred_username: 'ana' }, 'ana@example.com'],
  [{ preferred_username: 'ana', name: 'Ana Lima' }, 'ana'],
  [{ name: ' Ana\u202e\n Lima ' }, 'Ana Lima'],
  [{ email: 7, name: '' }, 'u-1'],
  [{ name: 'x'.repeat(100) }, 'x'.repeat(64)],
])('%j is shown as %s', (claims, person) => expect(readPerson({ sub: 'u-1', ...claims }, 'roles').person).toBe(person));
