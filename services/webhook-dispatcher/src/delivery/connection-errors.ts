import type { AttemptErrorCode } from '@delivery/contracts';
import { excerptOf } from './excerpt.js';

/**
 * A connection that this service refused or gave up. HTTP clients pass on nothing but the `code` of an error, as they
 * do with the system's errors, so that is where the kind is.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: string;
  readonly detail: string | undefined;

  /** @param options `detail`: the text for the merchant beside the code */
  constructor(code: keyof typeof ownErrorCodes, message: string, options?: { cause?: unknown; detail?: string }) {
    super(message, options);
    this.code = ownErrorCodes[code];
    this.detail = options?.detail;
  }
}

/** Why an attempt failed. `not_acked` is of pull endpoints, which nothing is sent to. */
export type ErrorCode = Exclude<AttemptErrorCode, 'not_acked'>;

/** Codes that this service's own connection errors carry, beside the system's. */
export const ownErrorCodes = {
  addressRefused: 'ADDRESS_REFUSED',
  dnsNotFound: 'DNS_NOT_FOUND',
  dnsFailure: 'DNS_FAILURE',
  dnsTimeout: 'DNS_TIMEOUT',
  connectTimeout: 'CONNECT_TIMEOUT',
  staleSocket: 'STALE_SOCKET',
  answerTooLarge: 'ANSWER_TOO_LARGE',
  protocolSwitched: 'PROTOCOL_SWITCHED',
  proxyUnreachable: 'PROXY_UNREACHABLE',
  proxyRefused: 'PROXY_REFUSED',
  proxyLoginFailed: 'PROXY_LOGIN_FAILED',
  proxyConnectFailed: 'PROXY_CONNECT_FAILED',
} as const;

const bySystemCode: Readonly<Record<string, ErrorCode>> = {
  [ownErrorCodes.addressRefused]: 'address_refused',
  [ownErrorCodes.dnsNotFound]: 'dns_not_found',
  [ownErrorCodes.dnsFailure]: 'dns_failure',
  [ownErrorCodes.dnsTimeout]: 'dns_timeout',
  [ownErrorCodes.connectTimeout]: 'connection_timeout',
  [ownErrorCodes.staleSocket]: 'connection_reset',
  [ownErrorCodes.answerTooLarge]: 'answer_too_large',
  [ownErrorCodes.proxyUnreachable]: 'proxy_unreachable',
  [ownErrorCodes.proxyRefused]: 'proxy_refused',
  [ownErrorCodes.proxyLoginFailed]: 'proxy_login_failed',
  [ownErrorCodes.proxyConnectFailed]: 'connection_failed',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  ERR_STREAM_PREMATURE_CLOSE: 'connection_reset',
  ETIMEDOUT: 'connection_timeout',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  EADDRNOTAVAIL: 'host_unreachable',
  EPROTO: 'tls_failure',
  // OpenSSL's verdicts on a certificate.
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_authority_unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_chain_incomplete',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_chain_incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_chain_incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_wrong_host',
  HOSTNAME_MISMATCH: 'certificate_wrong_host',
  // The server's answer to the handshake, as OpenSSL 3 names it.
  ERR_SSL_WRONG_VERSION_NUMBER: 'not_tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'not_tls',
  ERR_SSL_HTTP_REQUEST: 'not_tls',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'tls_version_unsupported',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'tls_version_unsupported',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'client_certificate_required',
  HPE_HEADER_OVERFLOW: 'answer_too_large',
};

/** The other verdicts of OpenSSL on a certificate, and Node's on TLS. */
const tlsCode =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/;

/** The code of a failed connection, from the code that Node's error carries. */
export const errorCodeOf = (systemCode: string | undefined): ErrorCode => {
  if (systemCode === undefined) return 'connection_failed';
  const known = bySystemCode[systemCode];
  if (known) return known;
  if (tlsCode.test(systemCode)) return 'tls_failure';
  // Node's HTTP parser: the server does not speak HTTP/1.1.
  if (systemCode.startsWith('HPE_')) return 'invalid_response';
  return 'connection_failed';
};

/** The fields of Node's errors, each where it applies. */
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
 * within the message: `…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:…`. Elsewhere Node derives
 * the code from it.
 */
export const systemCodeOf = (error: NodeError): string | undefined => {
  const reason = error.code === 'EPROTO' ? reasonOf(error) : undefined;
  return reason === undefined ? error.code : `ERR_SSL_${reason.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
};

/**
 * The detail that the code of a failed attempt does not tell: which address did not answer, which names a certificate
 * has, which rule of HTTP was broken. It has no part of the URL's path, its query, or the request.
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

/**
 * Where a redirect leads, as the receiver wrote it. Its query, fragment and user name may be secrets, and are left out.
 */
export const locationDetailOf = (location: string | null, { origin }: URL): string | null => {
  if (location === null) return null;
  const shown = location.replace(/[?#].*$/s, '').replace(/^((?:[a-z][a-z\d+.-]*:)?[/\\]*)[^/\\]*@/i, '$1');
  // Node reads the bytes of a header as Latin-1.
  return excerptOf(Buffer.from(/^\/(?!\/)/.test(shown) ? origin + shown : shown, 'latin1')) || null;
};

const describe = (error: NodeError): string | undefined => {
  // Each address that was tried has its error.
  if (error.errors) return error.errors.map((one) => describe(one) ?? '').join(', ');
  const { detail, address, port } = error;
  if (address !== undefined && port !== undefined) return `${address.includes(':') ? `[${address}]` : address}:${port}`;
  return detail ?? reasonOf(error);
};

/** Codes of certificates, the HTTP parser and OpenSSL. */
const reasonOf = ({ reason, message }: NodeError): string | undefined =>
  reason ?? /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message ?? '')?.[1];
