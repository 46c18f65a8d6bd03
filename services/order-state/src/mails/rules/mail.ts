import { type EndpointType, isCourierSystem, isPlatform, type MailLanguage } from '@delivery/contracts';
import { maskUrl } from '../../endpoints/rules/webhook-url.js';
import { type IncidentKind, type MailTexts, mailTexts } from './mail-texts.js';

type Addressed = {
  id: number;
  /** The owner of the endpoint. */
  ownerId: string;
  email: string;
  language: MailLanguage;
  /** How often it was handed to the mail server, this time included. */
  tries: number;
  createdAt: Date;
  ownerName: string;
  /** A name of the IANA database; `null`: UTC. */
  timeZone: string | null;
};
type Incident = Addressed & {
  kind: IncidentKind;
  endpointId: string;
  /** The start of the incident. */
  incidentSince: Date;
  endpoint: { type: EndpointType | null; name: string | null; url: string | null; disabledReason: string | null };
};
/** `displayId`: `null` once the order was purged. */
type Problem = Addressed & { kind: 'problem'; orderId: string; displayId: string | null; incidentSince: Date };
export type News = Incident | Problem;
/** To a person, with links. `place`: the page that they lead to. */
export type AccessMail = Addressed & { kind: 'invite' | 'sign_in'; place: string | null };
/** `confirm`: asks the address whether it wants mails of the owner. */
export type Mail = News | AccessMail | (Addressed & { kind: 'confirm' });

const firstDelayMs = 60_000;
const delayMaxMs = 3_600_000;
const giveUpAfterMs = 24 * 3_600_000;
/** The person has asked for another link by then. */
const giveUpLinkAfterMs = 15 * 60_000;

/**
 * When a mail that the server did not take is handed to it again; `null`: it is given up, a day after it was written.
 */
export const nextTryMs = (
  { kind, tries, createdAt }: Pick<Mail, 'kind' | 'tries' | 'createdAt'>,
  nowMs: number,
): number | null => {
  const atMs = nowMs + Math.min(firstDelayMs * 2 ** (tries - 1), delayMaxMs);
  return atMs - createdAt.getTime() > (kind === 'sign_in' ? giveUpLinkAfterMs : giveUpAfterMs) ? null : atMs;
};

/** As it may be in a log: an address is personal. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1***$2');

/** How to reach a mail server. A login goes over TLS alone, to a server whose certificate is checked. */
type SmtpOptions = {
  host: string;
  port: number;
  secure: boolean;
  requireTLS?: true;
  ignoreTLS?: true;
  opportunisticTLS?: true;
  tls?: { rejectUnauthorized: false };
  auth?: { user: string; pass: string };
};

/**
 * The values of `?tls=` in an `smtp:` URL. Without it, a login requires TLS, and otherwise STARTTLS is used where the
 * server offers it; the certificate is checked either way.
 */
const tlsModes = {
  required: { requireTLS: true },
  // Encrypts where the server can, and checks no certificate: for a relay inside with a self-signed one.
  opportunistic: { opportunisticTLS: true, tls: { rejectUnauthorized: false } },
  off: { ignoreTLS: true },
} as const satisfies Record<string, Partial<SmtpOptions>>;

const isTlsMode = (text: string): text is keyof typeof tlsModes => Object.hasOwn(tlsModes, text);

/** The reason to refuse `SMTP_URL`. */
export const explainSmtpFault = (url: URL): string | undefined => {
  const mode = url.searchParams.get('tls');
  if ([...url.searchParams.keys()].some((name) => name !== 'tls')) return 'expected no parameter but tls';
  if (mode === null) return undefined;
  if (!isTlsMode(mode)) return `expected tls=${Object.keys(tlsModes).join(', ')}`;
  if (mode === 'required') return undefined;
  if (url.protocol === 'smtps:') return 'expected no other tls than required with smtps://';
  return url.username === '' ? undefined : 'expected tls=required with a login, which would go out in the clear';
};

/** `smtps:` speaks TLS from the start, `smtp:` after STARTTLS. */
export const toSmtpOptions = (smtpUrl: string): SmtpOptions => {
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const mode = searchParams.get('tls') ?? (auth === undefined ? '' : 'required');
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(!secure && isTlsMode(mode) && tlsModes[mode]),
    ...(auth && { auth }),
  };
};

type Untold = 'id' | 'email' | 'tries' | 'createdAt';
type MailItem = Omit<Incident, Untold> | Omit<Problem, Untold>;
type Message = { subject: string; text: string; html: string };
type Paragraph = { body: string; href: string; link: string };

/**
 * A mail about endpoints and orders of one owner, in the contact's language, as text and as HTML, with a link for each:
 * its page in the portal, or, for owners without a portal, the reference of the call that shows it. Pure.
 * @param publicUrl where the portal is reached, without a slash at its end
 */
export const renderIncidents = (incidents: readonly [MailItem, ...MailItem[]], publicUrl: string): Message => {
  const [{ kind, language, ownerName }] = incidents;
  const texts = mailTexts[language];
  return toMessage(language, {
    subject: incidents.length === 1 ? texts.subject[kind] : texts.summary(incidents.length),
    paragraphs: incidents.map((incident) => toParagraph(incident, texts, publicUrl)),
    footer: texts.footer(ownerName),
  });
};

/** @param href of the page that confirms */
export const renderConfirmation = (
  { language, ownerName }: Pick<Mail, 'language' | 'ownerName'>,
  href: string,
): Message => {
  const { subject, body, link, footer } = mailTexts[language].confirm;
  const paragraphs = [{ body: body(ownerName), href, link }];
  return toMessage(language, { subject, paragraphs, footer: footer(ownerName) });
};

/** `owner`: its name. */
export type SignInLink = { owner: string; href: string };

/** A link for each owner. */
export const renderAccess = (
  { kind, language }: Pick<AccessMail, 'kind' | 'language'>,
  links: readonly SignInLink[],
): Message => {
  const { subject, body, link, footer } = mailTexts[language][kind];
  const paragraphs = links.map(({ owner, href }) => ({ body: body(owner), href, link }));
  return toMessage(language, { subject, paragraphs, footer });
};

const toParagraph = (incident: MailItem, texts: MailTexts, publicUrl: string): Paragraph => {
  const { kind, ownerId, ownerName: merchant, incidentSince, timeZone } = incident;
  const reported = { merchant, since: formatTime(incidentSince, texts.locale, timeZone ?? 'UTC') };
  if (incident.kind === 'problem') {
    const { orderId, displayId } = incident;
    const body = texts.body.problem({ ...reported, order: displayId ?? orderId, endpoint: '', reason: '' });
    return { body, href: `${publicUrl}/portal/#/orders/${orderId}`, link: texts.link };
  }
  const { endpoint, endpointId } = incident;
  const body = texts.body[kind]({
    ...reported,
    order: '',
    endpoint: nameOf(endpoint, texts),
    reason: texts.reasons[endpoint.disabledReason ?? ''] ?? endpoint.disabledReason ?? '',
  });
  const api = isPlatform(ownerId) ? 'platform' : isCourierSystem(ownerId) && 'courier';
  return api
    ? { body, href: `${publicUrl}/${api}/docs`, link: texts.call(`GET /v1/webhook-endpoints/${endpointId}`) }
    : { body, href: `${publicUrl}/portal/#/endpoints/${endpointId}`, link: texts.link };
};

const toMessage = (
  language: MailLanguage,
  { subject, paragraphs, footer }: { subject: string; paragraphs: readonly Paragraph[]; footer: string },
): Message => ({
  subject,
  text: `${paragraphs.map(({ body, href, link }) => `${body}\n\n${link}: ${href}\n\n`).join('')}-- \n${footer}\n`,
  html: [
    '<!doctype html>',
    `<html lang="${language}"><meta charset="utf-8"><body>`,
    ...paragraphs.flatMap(({ body, href, link }) => [
      `<p>${escapeHtml(body)}</p>`,
      `<p><a href="${escapeHtml(href)}">${escapeHtml(link)}</a></p>`,
    ]),
    `<p><small>${escapeHtml(footer)}</small></p>`,
    '</body></html>',
  ].join('\n'),
});

const nameOf = ({ name, url, type }: Incident['endpoint'], { till, unnamed }: MailTexts): string => {
  if (name !== null) return name;
  if (url !== null) return maskUrl(url);
  return type === 'pull' ? till : unnamed;
};

/** `1 Jun 2026, 09:05 GMT-3`. `Intl` has no style with both. */
const formatTime = (at: Date, locale: string, timeZone: string): string => {
  const zoned = new Intl.DateTimeFormat(locale, { timeZoneName: 'short', timeZone }).formatToParts(at);
  const zone = zoned.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
  return `${time} ${zone}`;
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
