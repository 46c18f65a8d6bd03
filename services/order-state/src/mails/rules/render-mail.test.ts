import { expect, test } from '@jest/globals';
import { mailLanguages } from '@delivery/contracts';
import { mailTexts } from './mail-texts.js';
import { renderMail } from './render-mail.js';

const told = {
  kind: 'failing' as const,
  endpointId: '0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11',
  spell: new Date('2026-06-01T12:05:30Z'),
  language: 'en' as const,
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
