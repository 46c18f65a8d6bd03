import { expect, test } from '@jest/globals';
import { mailLanguages, platformOwnerId } from '@delivery/contracts';
import { maskEmail, nextTryMs, renderConfirmation, renderIncidents, toSmtpOptions } from './mail.js';
import { type IncidentKind, mailTexts } from './mail-texts.js';

const createdAt = new Date('2026-06-01T12:00:00Z');
const minute = 60_000;

test('a mail is tried again after a minute, then later and later, and given up after a day', () => {
  let nowMs = createdAt.getTime();
  const delays: number[] = [];
  for (let tries = 1; ; tries += 1) {
    const atMs = nextTryMs({ kind: 'failing', tries, createdAt }, nowMs);
    if (atMs === null) break;
    delays.push((atMs - nowMs) / minute);
    nowMs = atMs;
  }
  expect(delays.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(nowMs - createdAt.getTime()).toBeGreaterThan(22 * 60 * minute);
  expect(nowMs - createdAt.getTime()).toBeLessThanOrEqual(24 * 60 * minute);
});

test('[P8] a log shows only the first letter and the domain of an address', () => {
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

const reported = {
  kind: 'failing' as const,
  endpointId: '0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11',
  ownerId: '0'.repeat(32),
  incidentSince: new Date('2026-06-01T12:05:30Z'),
  language: 'en' as const,
  timeZone: null,
  ownerName: 'Bar & Grill <script>',
  endpoint: { type: 'push' as const, name: null, url: 'https://shop.example/hook?token=hush', disabledReason: null },
};
const publicUrl = 'https://delivery.example';

test('a mail has the place in the portal, no value of a query, and foreign text as text', () => {
  const { subject, text, html } = renderIncidents([reported], publicUrl);
  expect(subject).toBe('A webhook endpoint does not accept its webhooks');
  expect(text).toContain(
    'Since 1 Jun 2026, 12:05 UTC no webhook of Bar & Grill <script> has been accepted by https://shop.example/hook?token=***.',
  );
  expect(text).toContain(`https://delivery.example/portal/#/endpoints/${reported.endpointId}`);
  expect(html).toContain('Bar &amp; Grill &lt;script&gt;');
  expect(html).not.toContain('<script>');
  expect(`${subject}${text}${html}`).not.toContain('hush');
});

test.each([
  ['America/Sao_Paulo', '2026-06-01T12:05:30Z', '1 Jun 2026, 09:05 GMT-3'],
  ['Europe/Lisbon', '2026-03-29T00:59:59Z', '29 Mar 2026, 00:59 WET'],
  ['Europe/Lisbon', '2026-03-29T01:00:00Z', '29 Mar 2026, 02:00 WEST'],
])('a mail to a merchant in %s tells %s as %s', (timeZone, at, expected) => {
  const { text } = renderIncidents([{ ...reported, timeZone, incidentSince: new Date(at) }], publicUrl);
  expect(text).toContain(`Since ${expected} no webhook`);
});

test.each([
  ['platform', platformOwnerId(reported.endpointId, 'live')],
  ['courier', 'cour_0123456789abcdef01234567'],
])('a mail to a %s, which has no portal, has the call that shows its endpoint, and the reference', (api, ownerId) => {
  const { text } = renderIncidents([{ ...reported, ownerId }], publicUrl);
  expect(text).toContain(
    `GET /v1/webhook-endpoints/${reported.endpointId} shows it; the reference: https://delivery.example/${api}/docs`,
  );
  expect(text).not.toContain('/portal/');
});

test.each(mailLanguages)(
  'every kind of mail is written in %s, with the endpoint’s name, which no subject has',
  (language) => {
    const kinds = Object.keys(mailTexts.en.subject).filter((kind): kind is IncidentKind => kind !== 'problem');
    const endpoint = { ...reported.endpoint, name: 'Cozinha', disabledReason: 'gone' };
    const mails = kinds.map((kind) => renderIncidents([{ ...reported, kind, language, endpoint }], publicUrl));
    const asked = renderConfirmation({ language, ownerName: 'Cozinha' }, `${publicUrl}/contacts/x`);
    const subjects = [...mails, asked].map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(kinds.length + 1);
    for (const { subject, text } of [...mails, asked]) {
      expect(subject).not.toContain('Cozinha');
      expect(text).toContain('Cozinha');
    }
    const { text, html } = renderIncidents([{ ...reported, kind: 'disabled', language, endpoint }], publicUrl);
    expect(text).toContain(mailTexts[language].reasons['gone']);
    expect(html).toContain(`lang="${language}"`);
  },
);

test('several incidents are one mail, each with its place', () => {
  const second = { ...reported, endpointId: '2d1a6d6e-77d8-4f0e-8f6e-2f8a4f4f9d12', kind: 'disabled' as const };
  const { subject, text, html } = renderIncidents([reported, second], publicUrl);
  expect(subject).toBe('2 messages about webhooks and orders');
  for (const { endpointId } of [reported, second]) {
    expect(text).toContain(`https://delivery.example/portal/#/endpoints/${endpointId}`);
    expect(html).toContain(`https://delivery.example/portal/#/endpoints/${endpointId}`);
  }
});

test('a confirmation has one link, to the page that confirms', () => {
  const { text, html } = renderConfirmation(reported, 'https://delivery.example/contacts/en/abc');
  expect(text).toContain('Bar & Grill <script> wants to tell you by mail');
  expect(text.match(/https?:/g)).toHaveLength(1);
  expect(html).toContain('href="https://delivery.example/contacts/en/abc"');
  expect(html).not.toContain('<script>');
});
