import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { toCurl } from './to-curl.js';

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
