import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { indentJson, toCurl, verifySignature } from './sent-requests.js';

test('gives each member a line of its own', () => {
  expect(indentJson('{"a":[1,{"b":null}],"c":{}, "d":[]}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": []\n}',
  );
});

test('changes no number and no string, whatever is in it', () => {
  const members = ['1.50', '12345678901234567890', String.raw`"{\"a\": [1,2]} \\"`, '"ação 🍕"', '1e5'];
  expect(indentJson(`[${members.join(',')}]`)).toBe(`[\n  ${members.join(',\n  ')}\n]`);
});

test('is read by a shell as it was sent, whatever is in the body', () => {
  const body = `{"note":"it's $HOME \`id\` \\n @file"}`;
  const url = 'https://hooks.example.com/orders?a=1&b=$(id)';
  const attempt = { attempt: 1, at: '2026-01-31T18:41:07.330Z', replay_id: null, unknown: [] };
  const headers = { 'webhook-id': 'msg_1', 'x-own': "it's" };
  const sent = { type: 'push', method: 'POST', url, body, customer_data: 'shown', erased_at: null } as const;
  const curl = toCurl({ ...sent, attempts: [], truncated: false }, url, { ...attempt, headers });
  const read = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${curl}`]).toString();
  expect(read.split('\0').slice(0, -1)).toEqual([
    ...['-sS', '-X', 'POST', url],
    ...['-H', 'webhook-id: msg_1', '-H', "x-own: it's"],
    ...['--data-raw', body],
  ]);
});

type Vector = Record<'title' | 'webhook_id' | 'body' | 'webhook_signature', string> & {
  secrets: string[];
  webhook_timestamp: number;
};
const published = new URL('../../../../../docs/webhook-signature-vectors.json', import.meta.url);
const { vectors, forgeries } = JSON.parse(readFileSync(published, 'utf8')) as Record<'vectors' | 'forgeries', Vector[]>;

const toSigned = ({ webhook_id, webhook_timestamp, webhook_signature, body }: Vector) => ({
  headers: {
    'webhook-id': webhook_id,
    'webhook-timestamp': String(webhook_timestamp),
    'webhook-signature': webhook_signature,
  },
  body,
});

test.each(vectors)('finds each secret that signed: $title', async (vector) => {
  for (const secret of vector.secrets) {
    expect(await verifySignature(crypto.subtle, ` ${secret}\n`, toSigned(vector))).toBe('valid');
    const changed = { ...toSigned(vector), body: `${vector.body} ` };
    expect(await verifySignature(crypto.subtle, secret, changed)).toBe('invalid');
  }
});

test.each(forgeries)('finds that a key did not sign: $title', async (vector) => {
  expect(await verifySignature(crypto.subtle, vector.secrets[0] ?? '', toSigned(vector))).toBe('invalid');
});

test('takes no other text for a secret, and says so where a browser cannot check', async () => {
  const signed = { headers: {}, body: '' };
  for (const secret of ['', 'whsec_', 'whsec_ç', 'tok_1', 'whpk_HyYt'])
    expect(await verifySignature(crypto.subtle, secret, signed)).toBe('no_secret');
  expect(await verifySignature(crypto.subtle, 'whsec_HyYt', signed)).toBe('invalid');
  expect(await verifySignature(undefined, 'whsec_HyYt', signed)).toBe('unavailable');
});
