import { isIP } from 'node:net';
import { explainUrlRefusal } from '@delivery/address-guard';
import { parseUrl } from '@delivery/contracts';
import { ProblemError } from '@delivery/http-edge';

export type WebhookUrlPolicy = {
  allowHttp: boolean;
  /** Whether an IP address is in a range that webhooks must not reach. */
  isBlockedAddress: (address: string) => boolean;
};

/**
 * Checks a URL as far as possible without DNS; each address is checked again whenever it is connected to.
 * @returns the URL in its normal form, so that one URL has one spelling
 * @throws ProblemError `webhook_url_refused` that says why
 */
export const checkWebhookUrl = (text: string, policy: WebhookUrlPolicy): string => {
  const url = parseUrl(text);
  if (!url) throw refused('it is not an absolute URL such as https://hooks.example.com/orders');
  // A name with the dot of the root is the same name, and servers know neither it nor a certificate for it.
  url.hostname = url.hostname.replace(/\.$/, '');
  const reason = findFault(url, text, policy);
  if (reason !== undefined) throw refused(reason);
  return url.href;
};

const findFault = (url: URL, text: string, policy: WebhookUrlPolicy): string | undefined => {
  if (text.includes('#')) return 'it has a fragment';
  if (url.search.includes(maskedValue)) return 'its query is masked; send the whole URL';
  const address = addressOf(url.hostname);
  if (address !== undefined && policy.isBlockedAddress(address)) return 'its host is not a public address';
  return explainUrlRefusal(url, policy) ?? (address === undefined ? findNameFault(url.hostname, policy) : undefined);
};

/** In bytes, as DNS counts: a host is ASCII once it is parsed. */
const nameMaxLength = 253;
const labelMaxLength = 63;

/** Names that no DNS can have, or no public DNS has: names of one word are for development, as http is. */
const findNameFault = (hostname: string, { allowHttp }: WebhookUrlPolicy): string | undefined => {
  const labels = hostname.split('.');
  if (labels.includes('')) return 'its host begins with a dot or has two dots in a row';
  if (labels.some(({ length }) => length > labelMaxLength)) {
    return `one of the labels between the dots of its host is longer than ${labelMaxLength} characters`;
  }
  if (hostname.length > nameMaxLength) return `its host is longer than ${nameMaxLength} characters`;
  return labels.length > 1 || allowHttp ? undefined : 'its host has no dot, so it is not a public name';
};

/** URL parsing has already turned decimal, octal and hexadecimal forms into the usual one. */
const addressOf = (hostname: string): string | undefined => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return host;
  return host === 'localhost' || host.endsWith('.localhost') ? '127.0.0.1' : undefined;
};

const refused = (reason: string): ProblemError =>
  new ProblemError('webhook_url_refused', `The webhook URL is refused: ${reason}.`);

const maskedValue = '***';

/**
 * Values of the query may be secrets: only names are shown, and no name where it may be the secret itself
 * (`?c2VjcmV0==`).
 */
export const maskUrl = (url: string): string => {
  const at = url.indexOf('?');
  if (at < 0) return url;
  return `${url.slice(0, at)}?${url
    .slice(at + 1)
    .split('&')
    .map(maskPair)
    .join('&')}`;
};

const maskPair = (pair: string): string => {
  const name = /^([^=]+)=[^=]/.exec(pair)?.[1];
  return name === undefined ? maskedValue : `${name}=${maskedValue}`;
};
