import type { AttemptErrorCode } from '@delivery/contracts';

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
