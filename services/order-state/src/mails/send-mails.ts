import { type Pool, toDate } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { claimMessage, deleteMails, markFailed, markSent } from './outbox-queries.js';
import {
  type AccessMail,
  type Mail,
  maskEmail,
  type News,
  nextTryMs,
  renderAccess,
  renderConfirmation,
  renderIncidents,
  toSmtpOptions,
} from './rules/mail.js';
import { type MakeLinks, takeSignInRequests } from './sign-in-links.js';

export type MailSettings = {
  smtpUrl: string;
  from: string;
  publicUrl: string;
  /** The address of the page on which the mail's recipient confirms. */
  confirmUrlOf: (mail: Pick<Mail, 'id' | 'createdAt' | 'language'>) => string;
  makeLinks: MakeLinks;
};

/** The mails of one message, to one address. */
type Mails = readonly [Mail, ...Mail[]];

/** Resolves when the mail server has taken the message, or with false where its recipient was removed. */
export type SendMail = (mails: Mails) => Promise<boolean>;

/** Each step that the mail server is waited for: together less than the lease of a mail. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** A message that is sent again has the same `Message-ID`: a mailbox that knows it may drop the second. */
export const createSendMail = (settings: MailSettings): SendMail => {
  const { smtpUrl, from, publicUrl } = settings;
  const options = { ...toSmtpOptions(smtpUrl), ...timeouts };
  // Installations that send no mail never load the library.
  const openTransport = async () => (await import('nodemailer')).default.createTransport(options);
  let transport: ReturnType<typeof openTransport> | undefined;
  const { hostname } = new URL(publicUrl);
  return async (mails) => {
    const [first] = mails;
    const content = await render(settings, mails);
    if (!content) return false;
    const opened = await (transport ??= openTransport());
    await opened.sendMail({
      from,
      to: first.email,
      ...content,
      messageId: `<mail-${first.id}-${first.createdAt.getTime()}@${hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return true;
  };
};

/** All mails of a message are for one purpose. */
const render = async ({ publicUrl, confirmUrlOf, makeLinks }: MailSettings, mails: Mails) => {
  const [first] = mails;
  const [incident, ...others] = mails.filter(isNews);
  if (incident) return renderIncidents([incident, ...others], publicUrl);
  const asked = mails.findLast(isAccess);
  if (!asked) return renderConfirmation(first, confirmUrlOf(first));
  const links = await makeLinks(asked);
  return links.length === 0 ? undefined : renderAccess(asked, links);
};

const isAccess = (mail: Mail): mail is AccessMail => mail.kind === 'invite' || mail.kind === 'sign_in';
const isNews = (mail: Mail): mail is News => mail.kind !== 'confirm' && !isAccess(mail);

export type SendMailsDeps = {
  pool: Pool;
  now: () => number;
  /** `undefined`: no mail server is configured, and nothing is sent. */
  sendMail: SendMail | undefined;
  logger: Pick<Logger, 'info' | 'warn'>;
};

/** Connections of a process to the mail server at once. */
const sentAtOnceMax = 4;
const messagesMax = 100;

/**
 * Sends due mails, by turns of owners and one of each at a time, so that an owner's addresses that the mail server
 * accepts slowly, or refuses, do not delay the mails of others. Ends early where the server answers none of some
 * messages in a row. A message goes out twice only where a process dies after the mail server has taken it and before
 * that is noted.
 * @returns a sweep, which goes on behind the owner that had the last turn. It resolves with more than 0 where more may
 * be due
 */
export const createSendMails = (deps: SendMailsDeps): (() => Promise<number>) => {
  const { sendMail } = deps;
  let after = '';
  return async () => {
    if (!sendMail) return 0;
    const taken = await takeSignInRequests(deps.pool, deps.now());
    const underWay = new Map<string, Promise<void>>();
    const failures: unknown[] = [];
    let unanswered = 0;
    /** Rounds of all owners in which no mail was due; the first one may have begun in their middle. */
    let idleRounds = 0;
    const send = async (mails: Mails): Promise<void> => {
      try {
        unanswered = (await sendMessage(deps, sendMail, mails)) ? 0 : unanswered + 1;
      } catch (error) {
        failures.push(error);
      }
    };
    const goesOn = () => unanswered < sentAtOnceMax && failures.length === 0 && idleRounds < 2;
    try {
      for (let sent = 0; sent < messagesMax && goesOn();) {
        const { mails, next } = await claimMessage(deps.pool, deps.now(), { after, underWay: underWay.keys() });
        after = next ?? '';
        const [first, ...others] = mails;
        if (first) {
          const { ownerId } = first;
          const sending = send([first, ...others]).finally(() => underWay.delete(ownerId));
          underWay.set(ownerId, sending);
          sent += 1;
          idleRounds = 0;
        } else if (next === null && underWay.size === 0) idleRounds += 1;
        if (underWay.size === sentAtOnceMax || (next === null && underWay.size > 0))
          await Promise.race(underWay.values());
      }
    } finally {
      await Promise.all(underWay.values());
    }
    if (failures.length > 0) throw failures[0];
    return Number(goesOn() || taken > 0);
  };
};

/** @returns whether the mail server has answered */
const sendMessage = async (
  { pool, now, logger }: SendMailsDeps,
  sendMail: SendMail,
  mails: Mails,
): Promise<boolean> => {
  const [{ ownerId, tries, email }] = mails;
  const logged = { mailIds: mails.map(({ id }) => id), kind: mails[0].kind, ownerId, tries, to: maskEmail(email) };
  let isSent: boolean;
  try {
    isSent = await sendMail(mails);
  } catch (error) {
    const { text, isAnswered, isFinal } = describeError(error);
    const nextTryOf = (mail: Mail): number | null => (isFinal ? null : nextTryMs(mail, now()));
    await markFailed(
      pool,
      mails.map((mail) => ({ ...mail, nextTryAtMs: nextTryOf(mail) })),
      text,
    );
    const nextTryAt = toDate(nextTryOf(mails[0]));
    logger.warn({ ...logged, error: text, nextTryAt }, nextTryAt ? 'mail.failed' : 'mail.given_up');
    return isAnswered;
  }
  if (isSent) await markSent(pool, mails, new Date(now()));
  else await deleteMails(pool, mails);
  logger.info(logged, isSent ? 'mail.sent' : 'mail.dropped');
  return true;
};

const reasonMaxLength = 200;
/**
 * Faults before the mail server has heard of the mail: what they say is ours, such as that a certificate is not
 * trusted.
 */
const connectionFaults = ['ESOCKET', 'ETLS', 'EDNS', 'ECONNECTION', 'ETIMEDOUT'];

/**
 * Without the words of the mail server, which may quote the address. `isFinal`: it takes no mail for this address.
 * Another 5xx may be about us, and is tried again.
 */
const describeError = (error: unknown): { text: string; isAnswered: boolean; isFinal: boolean } => {
  const { code, responseCode, command, message } = error as Partial<Record<string, unknown>>;
  const isAnswered = typeof responseCode === 'number';
  const codes = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
  const isOurs = !isAnswered && connectionFaults.includes(String(code));
  return {
    text: isOurs ? `${codes}: ${String(message).slice(0, reasonMaxLength)}` : codes || 'failed',
    isAnswered,
    isFinal: isAnswered && responseCode >= 500 && command === 'RCPT TO',
  };
};
