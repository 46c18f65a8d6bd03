import type { EndpointType, MailLanguage } from '@delivery/contracts';

/** What a mail tells of an endpoint. `recovered` ends `failing`, `fetching` ends `not_fetching`. */
export type MailKind = 'failing' | 'recovered' | 'not_fetching' | 'fetching' | 'disabled';

export type Mail = {
  id: number;
  kind: MailKind;
  endpointId: string;
  merchantId: string;
  /** Since when the endpoint is, or was, as it is told. */
  spell: Date;
  email: string;
  language: MailLanguage;
  /** How often it was handed to the mail server, this time included. */
  tries: number;
  createdAt: Date;
  merchantName: string;
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
