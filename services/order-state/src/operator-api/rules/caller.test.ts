import { expect, it, test } from '@jest/globals';
import { checkRole, listClaims, readPerson } from './caller.js';

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
  ['realm_access.roles', { realm_access: { roles: ['act'] } }],
  ['resource_access.delivery.console.roles', { resource_access: { 'delivery.console': { roles: ['act'] } } }],
  ['https://example.com/claims.roles', { 'https://example.com/claims': { roles: ['act'] } }],
  ['realm_access.roles', { realm_access: { roles: ['administer'] }, 'realm_access.roles': ['act'] }],
])('The claim %s is found in %j', (path, claims) =>
  expect(readPerson({ sub: 'u-1', ...claims }, path).roles).toEqual(['look', 'act']),
);

test.each(['realm_access', 'realm_access.groups', 'constructor.name', ''])('The path %j is no claim of roles', (path) =>
  expect(readPerson({ sub: 'u-1', realm_access: { roles: ['act'] } }, path).roles).toEqual([]),
);

it('Claims are listed by their paths, without values', () =>
  expect(listClaims({ sub: 'u-1', realm_access: { roles: ['act'] }, address: { a: { b: { c: 1 } } } })).toEqual([
    'sub',
    'realm_access.roles',
    'address.a.b',
  ]));

test.each([
  [{ email: 'ana@example.com', name: 'Ana Lima', preferred_username: 'ana' }, 'ana@example.com'],
  [{ preferred_username: 'ana', name: 'Ana Lima' }, 'ana'],
  [{ name: ' Ana\u202e\n Lima ' }, 'Ana Lima'],
  [{ email: 7, name: '' }, 'u-1'],
  [{ name: 'x'.repeat(100) }, 'x'.repeat(64)],
])('%j is shown as %s', (claims, person) => expect(readPerson({ sub: 'u-1', ...claims }, 'roles').person).toBe(person));

test.each([
  [null, /needs the role act, and the token may only look/],
  ['ana@example.com', /needs the role act, and ana@example.com has look/],
])('A caller without a role, the person %j, gets the name of the role it needs', (person, detail) =>
  expect(() => checkRole({ roles: ['look'], person }, 'act')).toThrow(detail),
);
