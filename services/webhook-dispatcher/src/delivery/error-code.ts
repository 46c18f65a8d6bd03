/** Stable codes of the attempt log: why an attempt failed. New ones may come, none changes its meaning. */
export const errorCodes = [
  'dns_failure',
  'connection_refused',
  'connection_timeout',
  'connection_reset',
  'connection_failed',
  'host_unreachable',
  'tls_failure',
  'response_timeout',
  'invalid_response',
  'answer_too_large',
  'address_refused',
  'url_refused',
  'dispatcher_died',
  'proxy_unreachable',
  'proxy_refused',
  'proxy_login_failed',
  'too_many_in_flight',
  'redirect_refused',
  'gone',
  'rate_limited',
  'unavailable',
  'http_status',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** Codes that this service's own connection errors carry, beside the system's. */
export const ownErrorCodes = {
  addressRefused: 'ADDRESS_REFUSED',
  dnsFailure: 'DNS_FAILURE',
  connectTimeout: 'CONNECT_TIMEOUT',
  staleSocket: 'STALE_SOCKET',
  answerTooLarge: 'ANSWER_TOO_LARGE',
  proxyUnreachable: 'PROXY_UNREACHABLE',
  proxyRefused: 'PROXY_REFUSED',
  proxyLoginFailed: 'PROXY_LOGIN_FAILED',
  proxyConnectFailed: 'PROXY_CONNECT_FAILED',
} as const;

const bySystemCode: Readonly<Record<string, ErrorCode>> = {
  [ownErrorCodes.addressRefused]: 'address_refused',
  [ownErrorCodes.dnsFailure]: 'dns_failure',
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
};

/** OpenSSL's verdicts on a certificate (`CERT_HAS_EXPIRED`, `DEPTH_ZERO_SELF_SIGNED_CERT`, …) and Node's on TLS. */
const tlsCode =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/;

/** The code of a failed connection, from the code that Node's error carries. */
export const errorCodeOf = (systemCode: string | undefined): ErrorCode => {
  if (systemCode === undefined) return 'connection_failed';
  const known = bySystemCode[systemCode];
  if (known) return known;
  if (tlsCode.test(systemCode)) return 'tls_failure';
  // Node's HTTP parser: what answered does not speak HTTP/1.1, or sent headers beyond the limit.
  if (systemCode.startsWith('HPE_')) return 'invalid_response';
  return 'connection_failed';
};
