import nodemailer from 'nodemailer';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { claimMails, markFailed, markSent } from './queries.js';
import { type Mail, maskEmail, nextTryMs, renderMail, toSmtpOptions } from './rules/mail.js';

export type MailSettings = { smtpUrl: string; from: string; publicUrl: string };

/** Resolves when the mail server has taken it. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Each step that the mail server is waited for: together less than the lease of a mail. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** A mail has one `Message-ID` however often it is sent: a mailbox that knows it may drop the second. */
export const createSendMail = ({ smtpUrl, from, publicUrl }: MailSettings): SendMail => {
  const transport = nodemailer.createTransport({ ...toSmtpOptions(smtpUrl), ...timeouts });
  const { hostname } = new URL(publicUrl);
  return async (mail) => {
    await transport.sendMail({
      from,
      to: mail.email,
      ...renderMail(mail, publicUrl),
      messageId: `<mail-${mail.id}-${mail.createdAt.getTime()}@${hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
};

export type SendMailsDeps = {
  pool: Pool;
  now: () => number;
  /** `undefined`: no mail server is configured, and nothing is sent. */
  sendMail: SendMail | undefined;
  logger: Pick<Logger, 'info' | 'warn'>;
};

/** Connections of a process to the mail server at once. */
const sentAtOnceMax = 4;
const batchMax = 25;

/**
 * Sends the mails that are due, while the mail server takes them. A mail goes out twice
 * only where a process dies after the mail server has taken it and before that is noted.
 * @returns more than 0 where more may be due
 */
export const sendMails = async (deps: SendMailsDeps): Promise<number> => {
  const { pool, now, sendMail } = deps;
  if (!sendMail) return 0;
  for (let batch = 0; batch < batchMax; batch += 1) {
    const mails = await claimMails(pool, now(), sentAtOnceMax);
    const taken = await Promise.all(mails.map((mail) => sendOne(deps, sendMail, mail)));
    if (mails.length < sentAtOnceMax) return 0;
    if (taken.includes(false)) break;
  }
  return 1;
};

/** @returns whether the mail server has taken it */
const sendOne = async ({ pool, now, logger }: SendMailsDeps, sendMail: SendMail, mail: Mail): Promise<boolean> => {
  const { id: mailId, kind, merchantId, endpointId, tries } = mail;
  const logged = { mailId, kind, merchantId, endpointId, tries, to: maskEmail(mail.email) };
  try {
    await sendMail(mail);
  } catch (error) {
    const atMs = nextTryMs(mail, now());
    const nextTryAt = atMs === null ? null : new Date(atMs);
    await markFailed(pool, mail, { nextTryAt, error: describeError(error) });
    logger.warn({ ...logged, error: describeError(error), nextTryAt }, nextTryAt ? 'mail.failed' : 'mail.given_up');
    return false;
  }
  await markSent(pool, mailId, new Date(now()));
  logger.info(logged, 'mail.sent');
  return true;
};

const reasonMaxLength = 200;
/** Faults before the mail server has heard of the mail: what they say is ours, such as that a certificate is not trusted. */
const connectionFaults = ['ESOCKET', 'ETLS', 'EDNS', 'ECONNECTION', 'ETIMEDOUT'];

/** Without the words of the mail server, which may quote the address. */
const describeError = (error: unknown): string => {
  const { code, responseCode, message } = error as Partial<Record<string, unknown>>;
  const codes = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
  if (responseCode !== undefined || !connectionFaults.includes(String(code))) return codes || 'failed';
  return `${codes}: ${String(message).slice(0, reasonMaxLength)}`;
};
