import { expect, it } from '@jest/globals';
import { expectDeclared } from './expect-declared.js';

const answer = (status: number, body?: object) => ({
  status,
  headers: new Headers({ 'content-type': 'application/json' }),
  text: body === undefined ? '' : JSON.stringify(body),
});
const client = { client_id: `oauth_${'1'.repeat(24)}`, name: 'till', created_at: '2026-01-31T18:41:07.312Z', extra: 1 };
const zone = { time_zone: 'America/Sao_Paulo' };

it.each([
  ['GET', '/v1/settings', answer(200, zone)],
  ['GET', '/v1/settings', answer(304)],
  ['DELETE', '/v1/stores/main', answer(204)],
  ['GET', '/metrics', answer(200, { any: 1 })],
])('lets pass what is declared, and all of another path: %s %s', (method, path, given) => {
  expect(() => expectDeclared(method, path, given)).not.toThrow();
});

it.each([
  ['a member more', 'GET', '/v1/settings', answer(200, { ...zone, extra: 1 }), '/extra, which is not declared'],
  ['one more further down', 'GET', '/v1/oauth-clients', answer(200, { data: [client] }), '/data/0/extra, which'],
  ['a member less', 'GET', '/v1/settings', answer(200, {}), '/time_zone'],
  ['a status', 'GET', '/v1/settings', answer(201, zone), 'answers 201 with a status'],
  ['a call', 'PUT', '/v1/settings', answer(200, zone), 'a status that no call'],
  ['a body', 'DELETE', '/v1/stores/main', answer(204, zone), 'a body where none'],
  ['a problem’s member', 'GET', '/v1/settings', answer(404, zone), '/code'],
])('refuses what is not: %s', (_what, method, path, given, fault) => {
  expect(() => expectDeclared(method, path, given)).toThrow(fault);
});
