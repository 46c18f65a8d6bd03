import { expect, test } from '@jest/globals';
import { mailLanguages, platformOwnerId } from '@delivery/contracts';
import { mailTexts, maskEmail, nextTryMs, renderMail, toSmtpOptions } from './mail.js';

const createdAt = new Date('2026-06-01T12:00:00Z');
const minute = 60_000;

test('a mail is tried again after a minute, then later and later, and given up after a day', () => {
  let nowMs = createdAt.getTime();
  const delays: number[] = [];
  for (let tries = 1; ; tries += 1) {
    const atMs = nextTryMs({ tries, createdAt }, nowMs);
    if (atMs === null) break;
    delays.push((atMs - nowMs) / minute);
    nowMs = atMs;
  }
  expect(delays.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(nowMs - createdAt.getTime()).toBeGreaterThan(22 * 60 * minute);
  expect(nowMs - createdAt.getTime()).toBeLessThanOrEqual(24 * 60 * minute);
});

test('[P8] of an address a log shows the first letter and the domain', () => {
  expect(maskEmail('ana.luiza@shop.example')).toBe('a***@shop.example');
});

test.each([
  ['smtp://mail.internal', { host: 'mail.internal', port: 587, secure: false }],
  ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, secure: false }],
  [
    'smtp://ana%40shop:p%2Fw@mail.example',
    {
      host: 'mail.example',
      port: 587,
      secure: false,
      requireTLS: true,
      auth: { user: 'ana@shop', pass: 'p/w' },
    },
  ],
  ['smtps://u:p@[::1]', { host: '::1', port: 465, secure: true, auth: { user: 'u', pass: 'p' } }],
  ['smtp://relay?tls=off', { host: 'relay', port: 587, secure: false, ignoreTLS: true }],
  ['smtp://relay:25/?tls=required', { host: 'relay', port: 25, secure: false, requireTLS: true }],
  [
    'smtp://relay:25?tls=opportunistic',
    { host: 'relay', port: 25, secure: false, opportunisticTLS: true, tls: { rejectUnauthorized: false } },
  ],
])('%s', (url, options) => expect(toSmtpOptions(url)).toEqual(options));

const told = {
  kind: 'failing' as const,
  endpointId: '0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11',
  merchantId: '0'.repeat(32),
  spell: new Date('2026-06-01T12:05:30Z'),
  language: 'en' as const,
  timeZone: null,
  merchantName: 'Bar & Grill <script>',
  endpoint: { type: 'push' as const, name: null, url: 'https://shop.example/hook?token=hush', disabledReason: null },
};
const publicUrl = 'https://delivery.example';

test('a mail has the place in the portal, no value of a query, and foreign text as text', () => {
  const { subject, text, html } = renderMail(told, publicUrl);
  expect(subject).toBe('https://shop.example/hook?token=*** does not accept its webhooks');
  expect(text).toContain('Since 1 Jun 2026, 12:05 UTC no webhook of Bar & Grill <script> has been accepted');
  expect(text).toContain(`https://delivery.example/portal/#/endpoints/${told.endpointId}`);
  expect(html).toContain('Bar &amp; Grill &lt;script&gt;');
  expect(html).not.toContain('<script>');
  expect(`${subject}${text}${html}`).not.toContain('hush');
});

test.each([
  ['America/Sao_Paulo', '2026-06-01T12:05:30Z', '1 Jun 2026, 09:05 GMT-3'],
  ['Europe/Lisbon', '2026-03-29T00:59:59Z', '29 Mar 2026, 00:59 WET'],
  ['Europe/Lisbon', '2026-03-29T01:00:00Z', '29 Mar 2026, 02:00 WEST'],
])('a mail to a merchant in %s tells %s as %s', (timeZone, at, expected) => {
  const { text } = renderMail({ ...told, timeZone, spell: new Date(at) }, publicUrl);
  expect(text).toContain(`Since ${expected} no webhook`);
});

test('a mail to a platform has the call that shows its endpoint, and the reference', () => {
  const { text } = renderMail({ ...told, merchantId: platformOwnerId(told.endpointId, 'live') }, publicUrl);
  expect(text).toContain(
    `GET /platform/v1/webhook-endpoints/${told.endpointId} shows it; the reference: https://delivery.example/platform/docs`,
  );
  expect(text).not.toContain('/portal/');
});

test.each(mailLanguages)('every kind of mail is told in %s, by the endpoint’s name', (language) => {
  const kinds = Object.keys(mailTexts.en.subject) as (keyof typeof mailTexts.en.subject)[];
  const endpoint = { ...told.endpoint, name: 'Cozinha', disabledReason: 'gone' };
  const subjects = kinds.map((kind) => renderMail({ ...told, kind, language, endpoint }, publicUrl).subject);
  expect(new Set(subjects).size).toBe(kinds.length);
  for (const subject of subjects) expect(subject).toContain('Cozinha');
  const { text, html } = renderMail({ ...told, kind: 'disabled', language, endpoint }, publicUrl);
  expect(text).toContain(mailTexts[language].reasons['gone']);
  expect(html).toContain(`lang="${language}"`);
});
