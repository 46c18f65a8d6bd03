import { maskUrl } from '../../endpoints/rules/mask-url.js';
import type { Mail } from './mail.js';
import { type MailTexts, mailTexts } from './mail-texts.js';

type Told = Pick<Mail, 'kind' | 'endpointId' | 'spell' | 'language' | 'merchantName' | 'endpoint'>;

/**
 * A mail in the contact's language, as text and as HTML, with the address of the endpoint's page in the portal. Pure.
 * @param publicUrl where the portal is reached, without a slash at its end
 */
export const renderMail = (mail: Told, publicUrl: string): { subject: string; text: string; html: string } => {
  const texts = mailTexts[mail.language];
  const named = {
    endpoint: nameOf(mail.endpoint, texts),
    merchant: mail.merchantName,
    since: `${formatTime(mail.spell, texts.locale)} UTC`,
    reason: texts.reasons[mail.endpoint.disabledReason ?? ''] ?? mail.endpoint.disabledReason ?? '',
  };
  const [body, footer] = [texts.body[mail.kind](named), texts.footer(named)];
  const href = `${publicUrl}/portal/#/endpoints/${mail.endpointId}`;
  const html = [
    '<!doctype html>',
    `<html lang="${mail.language}"><meta charset="utf-8"><body>`,
    `<p>${escapeHtml(body)}</p>`,
    `<p><a href="${escapeHtml(href)}">${escapeHtml(texts.link)}</a></p>`,
    `<p><small>${escapeHtml(footer)}</small></p>`,
    '</body></html>',
  ].join('\n');
  return {
    subject: texts.subject[mail.kind](named),
    text: `${body}\n\n${texts.link}: ${href}\n\n-- \n${footer}\n`,
    html,
  };
};

const nameOf = ({ name, url, type }: Told['endpoint'], { till, unnamed }: MailTexts): string => {
  if (name !== null) return name;
  if (url !== null) return maskUrl(url);
  return type === 'pull' ? till : unnamed;
};

const formatTime = (at: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
