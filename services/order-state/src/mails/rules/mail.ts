import { type EndpointType, isPlatform, type MailLanguage } from '@delivery/contracts';
import { maskUrl } from '../../endpoints/rules/webhook-url.js';

/** What a mail tells of an endpoint. `recovered` ends `failing`, `fetching` ends `not_fetching`. */
export type MailKind = 'failing' | 'recovered' | 'not_fetching' | 'fetching' | 'disabled';

export type Mail = {
  id: number;
  kind: MailKind;
  endpointId: string;
  /** The owner of the endpoint: a merchant, or a platform. */
  merchantId: string;
  /** Since when the endpoint is, or was, as it is told. */
  spell: Date;
  email: string;
  language: MailLanguage;
  /** How often it was handed to the mail server, this time included. */
  tries: number;
  createdAt: Date;
  merchantName: string;
  /** Of the IANA database; `null`: times are of UTC. */
  timeZone: string | null;
  endpoint: { type: EndpointType | null; name: string | null; url: string | null; disabledReason: string | null };
};

const firstDelayMs = 60_000;
const delayMaxMs = 3_600_000;
const giveUpAfterMs = 24 * 3_600_000;

/** When a mail that the server did not take is handed to it again; `null`: it is given up, a day after it was written. */
export const nextTryMs = ({ tries, createdAt }: Pick<Mail, 'tries' | 'createdAt'>, nowMs: number): number | null => {
  const atMs = nowMs + Math.min(firstDelayMs * 2 ** (tries - 1), delayMaxMs);
  return atMs - createdAt.getTime() > giveUpAfterMs ? null : atMs;
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
 * The values of `?tls=` in an `smtp:` URL. Without it, a login requires TLS, and otherwise STARTTLS is used where the server offers it;
 * the certificate is checked either way.
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

type Told = Pick<
  Mail,
  'kind' | 'endpointId' | 'merchantId' | 'spell' | 'language' | 'merchantName' | 'timeZone' | 'endpoint'
>;

/**
 * A mail in the contact's language, as text and as HTML, with the place where the endpoint is seen: its page in the portal, or, for a platform,
 * the reference of the call that shows it. Pure.
 * @param publicUrl where the portal is reached, without a slash at its end
 */
export const renderMail = (mail: Told, publicUrl: string): { subject: string; text: string; html: string } => {
  const texts = mailTexts[mail.language];
  const named = {
    endpoint: nameOf(mail.endpoint, texts),
    merchant: mail.merchantName,
    since: formatTime(mail.spell, texts.locale, mail.timeZone ?? 'UTC'),
    reason: texts.reasons[mail.endpoint.disabledReason ?? ''] ?? mail.endpoint.disabledReason ?? '',
  };
  const [body, footer] = [texts.body[mail.kind](named), texts.footer(named)];
  const { href, link } = isPlatform(mail.merchantId)
    ? { href: `${publicUrl}/platform/docs`, link: texts.call(`GET /platform/v1/webhook-endpoints/${mail.endpointId}`) }
    : { href: `${publicUrl}/portal/#/endpoints/${mail.endpointId}`, link: texts.link };
  const html = [
    '<!doctype html>',
    `<html lang="${mail.language}"><meta charset="utf-8"><body>`,
    `<p>${escapeHtml(body)}</p>`,
    `<p><a href="${escapeHtml(href)}">${escapeHtml(link)}</a></p>`,
    `<p><small>${escapeHtml(footer)}</small></p>`,
    '</body></html>',
  ].join('\n');
  return {
    subject: texts.subject[mail.kind](named),
    text: `${body}\n\n${link}: ${href}\n\n-- \n${footer}\n`,
    html,
  };
};

const nameOf = ({ name, url, type }: Told['endpoint'], { till, unnamed }: MailTexts): string => {
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

type Named = { endpoint: string; merchant: string; since: string; reason: string };

type MailTexts = {
  /** For `Intl`. */
  locale: string;
  /** Of an endpoint without a name and a URL, and of one that was deleted since. */
  till: string;
  unnamed: string;
  /** Why the system disabled an endpoint, by its `disabled_reason`. */
  reasons: Readonly<Record<string, string>>;
  subject: Readonly<Record<MailKind, (named: Named) => string>>;
  body: Readonly<Record<MailKind, (named: Named) => string>>;
  link: string;
  /** Beside the address of the reference. */
  call: (call: string) => string;
  footer: (named: Named) => string;
};

const en: MailTexts = {
  locale: 'en-GB',
  till: 'your till',
  unnamed: 'an endpoint',
  reasons: { gone: 'your server answered 410 Gone', failing: 'for five days no webhook arrived' },
  subject: {
    failing: ({ endpoint }) => `${endpoint} does not accept its webhooks`,
    recovered: ({ endpoint }) => `${endpoint} accepts its webhooks again`,
    not_fetching: ({ endpoint }) => `${endpoint} does not fetch its webhooks`,
    fetching: ({ endpoint }) => `${endpoint} fetches its webhooks again`,
    disabled: ({ endpoint }) => `${endpoint} was disabled`,
  },
  body: {
    failing: ({ endpoint, merchant, since }) =>
      `Since ${since} no webhook of ${merchant} has been accepted by ${endpoint}. We keep them and try again. After five days without one success we disable the endpoint.`,
    recovered: ({ endpoint, merchant, since }) =>
      `${endpoint} of ${merchant}, which had failed since ${since}, accepts webhooks again. Those that wait go out by themselves.`,
    not_fetching: ({ endpoint, merchant, since }) =>
      `Webhooks of ${merchant} wait for ${endpoint}, and nothing has fetched them since ${since}. Check that the till is on and has a network.`,
    fetching: ({ endpoint, merchant, since }) =>
      `${endpoint} of ${merchant}, which had not fetched since ${since}, fetches its webhooks again.`,
    disabled: ({ endpoint, merchant, since, reason }) =>
      `On ${since} we disabled ${endpoint} of ${merchant}: ${reason}. Its webhooks are held. Enable it once it works, and they go out in order.`,
  },
  link: 'Open it in the portal',
  call: (call) => `${call} shows it; the reference`,
  footer: ({ merchant }) => `You get this mail because your address is a contact of ${merchant}.`,
};

const pt: MailTexts = {
  locale: 'pt-BR',
  till: 'o seu caixa',
  unnamed: 'um endpoint',
  reasons: { gone: 'o seu servidor respondeu 410 Gone', failing: 'em cinco dias nenhum webhook chegou' },
  subject: {
    failing: ({ endpoint }) => `${endpoint} não aceita os webhooks`,
    recovered: ({ endpoint }) => `${endpoint} voltou a aceitar os webhooks`,
    not_fetching: ({ endpoint }) => `${endpoint} não busca os webhooks`,
    fetching: ({ endpoint }) => `${endpoint} voltou a buscar os webhooks`,
    disabled: ({ endpoint }) => `${endpoint} foi desativado`,
  },
  body: {
    failing: ({ endpoint, merchant, since }) =>
      `Desde ${since} nenhum webhook de ${merchant} foi aceito por ${endpoint}. Nós os guardamos e tentamos de novo. Depois de cinco dias sem nenhum sucesso desativamos o endpoint.`,
    recovered: ({ endpoint, merchant, since }) =>
      `${endpoint} de ${merchant}, que falhava desde ${since}, voltou a aceitar webhooks. Os que esperam saem sozinhos.`,
    not_fetching: ({ endpoint, merchant, since }) =>
      `Webhooks de ${merchant} esperam por ${endpoint}, e nada os busca desde ${since}. Veja se o caixa está ligado e tem rede.`,
    fetching: ({ endpoint, merchant, since }) =>
      `${endpoint} de ${merchant}, que não buscava desde ${since}, voltou a buscar os webhooks.`,
    disabled: ({ endpoint, merchant, since, reason }) =>
      `Em ${since} desativamos ${endpoint} de ${merchant}: ${reason}. Os webhooks ficam guardados. Ative-o quando funcionar, e eles saem em ordem.`,
  },
  link: 'Abrir no portal',
  call: (call) => `${call} o mostra; a referência`,
  footer: ({ merchant }) => `Você recebe este e-mail porque o seu endereço é um contato de ${merchant}.`,
};

const es: MailTexts = {
  locale: 'es',
  till: 'su caja',
  unnamed: 'un endpoint',
  reasons: { gone: 'su servidor respondió 410 Gone', failing: 'en cinco días no llegó ningún webhook' },
  subject: {
    failing: ({ endpoint }) => `${endpoint} no acepta los webhooks`,
    recovered: ({ endpoint }) => `${endpoint} vuelve a aceptar los webhooks`,
    not_fetching: ({ endpoint }) => `${endpoint} no recoge los webhooks`,
    fetching: ({ endpoint }) => `${endpoint} vuelve a recoger los webhooks`,
    disabled: ({ endpoint }) => `${endpoint} fue desactivado`,
  },
  body: {
    failing: ({ endpoint, merchant, since }) =>
      `Desde ${since} ${endpoint} no ha aceptado ningún webhook de ${merchant}. Los guardamos y lo intentamos de nuevo. Tras cinco días sin un solo éxito desactivamos el endpoint.`,
    recovered: ({ endpoint, merchant, since }) =>
      `${endpoint} de ${merchant}, que fallaba desde ${since}, vuelve a aceptar webhooks. Los que esperan salen solos.`,
    not_fetching: ({ endpoint, merchant, since }) =>
      `Hay webhooks de ${merchant} que esperan a ${endpoint}, y nada los recoge desde ${since}. Compruebe que la caja está encendida y tiene red.`,
    fetching: ({ endpoint, merchant, since }) =>
      `${endpoint} de ${merchant}, que no recogía desde ${since}, vuelve a recoger los webhooks.`,
    disabled: ({ endpoint, merchant, since, reason }) =>
      `El ${since} desactivamos ${endpoint} de ${merchant}: ${reason}. Sus webhooks quedan guardados. Actívelo cuando funcione, y salen en orden.`,
  },
  link: 'Abrirlo en el portal',
  call: (call) => `${call} lo muestra; la referencia`,
  footer: ({ merchant }) => `Recibe este correo porque su dirección es un contacto de ${merchant}.`,
};

export const mailTexts: Readonly<Record<MailLanguage, MailTexts>> = { en, pt, es };
