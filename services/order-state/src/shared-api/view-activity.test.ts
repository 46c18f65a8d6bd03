import { expect, it } from '@jest/globals';
import type { ActivityEntry } from '@delivery/contracts';
import { csvHead, toCsvLine } from './view-activity.js';

const entry = {
  id: 7,
  at: '2026-03-01T12:00:00.000Z',
  actor: { type: 'token', name: 'ana', credential: { type: 'token', id: 'x4Qd' } },
  action: 'endpoint.disabled',
  subject: { type: 'endpoint', id: 'e-1', name: '+ERP' },
  merchant_id: null,
  merchant_name: null,
  reason: 'they said "stop", twice',
  detail: '=HYPERLINK("https://evil.example")',
  changes: [{ name: 'url', before: null, after: 'https://a.example/' }],
  address: '127.0.0.1',
} as const satisfies ActivityEntry;

it('A line of the activity in CSV quotes what holds a comma or a quote, and is no formula to a spreadsheet', () => {
  expect(toCsvLine(entry)).toBe(
    `7,2026-03-01T12:00:00.000Z,token,ana,token,x4Qd,endpoint.disabled,endpoint,e-1,'+ERP,,,"they said ""stop"", twice","'=HYPERLINK(""https://evil.example"")","[{""name"":""url"",""before"":null,""after"":""https://a.example/""}]",127.0.0.1\r\n`,
  );
  expect(csvHead.split(',').length).toBe(16);
});
