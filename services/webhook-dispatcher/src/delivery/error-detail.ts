import { parseUrl } from '@delivery/contracts';
import { excerptOf } from './excerpt.js';

/** What Node's errors carry, each where it applies. */
export type NodeError = {
  message?: string;
  code?: string;
  reason?: string;
  detail?: string | undefined;
  errors?: NodeError[];
} & {
  address?: string;
  port?: number;
  rawPacket?: Buffer;
};

/**
 * The code of an error of Node's. Where a write was under way OpenSSL's errors are all `EPROTO`, and their reason is
 * within the message: `…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:…`. Of it Node makes the code elsewhere.
 */
export const systemCodeOf = (error: NodeError): string | undefined => {
  const reason = error.code === 'EPROTO' ? reasonOf(error) : undefined;
  return reason === undefined ? error.code : `ERR_SSL_${reason.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
};

/**
 * What the code of a failed attempt does not say: which address did not answer, which names a certificate has, which rule
 * of HTTP was broken. It has no part of the URL's path, its query, or what was sent.
 */
export const errorDetailOf = (error: NodeError): string | null => {
  const detail = describe(error);
  return detail === undefined || detail === '' ? null : excerptOf(Buffer.from(detail));
};

/** The status of a head that could not be parsed, where it began well. */
export const statusOfHead = (error: NodeError | undefined): number | null => {
  const status = /^HTTP\/1\.[01] (\d{3})\b/.exec(error?.rawPacket?.toString('latin1', 0, 16) ?? '')?.[1];
  return status === undefined ? null : Number(status);
};

/** Where a redirect leads. Its query and user name may be secrets, and are left out. */
export const locationDetailOf = (location: string | null, { href: base }: URL): string | null => {
  const target = location === null ? undefined : parseUrl(location, base);
  if (!target) return null;
  const { protocol, host, pathname } = target;
  return excerptOf(Buffer.from(`${protocol}//${host}${pathname}`));
};

const describe = (error: NodeError): string | undefined => {
  // Each address that was tried has its error.
  if (error.errors) return error.errors.map((one) => describe(one) ?? '').join(', ');
  const { detail, address, port } = error;
  if (address !== undefined && port !== undefined) return `${address.includes(':') ? `[${address}]` : address}:${port}`;
  return detail ?? reasonOf(error);
};

/** Of certificates, the HTTP parser and OpenSSL. */
const reasonOf = ({ reason, message }: NodeError): string | undefined =>
  reason ?? /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message ?? '')?.[1];
