type AttemptError = {
  /** A few words, for a table or a badge. */
  short: string;
  /** The cause, in one sentence. */
  meaning: string;
  /** The next step for the merchant. */
  remedy: string;
};

const comesAgain = 'Nothing: the webhook is sent again within seconds, and no attempt was used up.';

/**
 * The codes of failed attempts (`error_code`): the one table from which the API's documents, the guide, the pages and
 * the command line take their words. A code never changes its meaning; new ones may come.
 */
export const attemptErrors = {
  dns_not_found: {
    short: 'name not found',
    meaning: 'The host name of the URL does not exist, or has no address.',
    remedy: 'Look for a typo in the URL, and check the A and AAAA records of the name.',
  },
  dns_failure: {
    short: 'name server error',
    meaning: 'The name servers of the host name answered with an error.',
    remedy: 'Check the zone at your DNS provider: delegation and DNSSEC are the usual reasons.',
  },
  dns_timeout: {
    short: 'name servers timed out',
    meaning: 'The name servers of the host name did not answer in time.',
    remedy: 'Check that all name servers of the zone answer from outside your network.',
  },
  address_refused: {
    short: 'address not allowed',
    meaning: 'The host name resolves to an address that is not on the public internet; `error_detail` says which.',
    remedy: 'Use a URL whose addresses are all public.',
  },
  url_refused: {
    short: 'URL not allowed',
    meaning: 'The URL has a scheme, a port or user information that is not allowed for webhooks.',
    remedy: 'Use an `https` URL without a user name and without a port that belongs to another protocol.',
  },
  connection_refused: {
    short: 'connection refused',
    meaning: 'The server was reached, but nothing listens on the port.',
    remedy: 'Start the receiver, and check the port of the URL and the firewall in front of it.',
  },
  connection_timeout: {
    short: 'connection timed out',
    meaning: 'The connection, including TLS, was not established in time.',
    remedy: 'Check that a firewall accepts our addresses, and that the server is not overloaded.',
  },
  connection_reset: {
    short: 'connection closed early',
    meaning: 'The server closed the connection before its answer was complete.',
    remedy: 'Check the logs of the server and its load balancer. Usual causes are a crash, or a limit of size or time.',
  },
  host_unreachable: {
    short: 'server unreachable',
    meaning: 'There is no route to the address of the server.',
    remedy: 'Check the address in DNS, and remove AAAA records if the server has no IPv6.',
  },
  connection_failed: {
    short: 'connection failed',
    meaning: 'The connection failed for a reason without a code of its own.',
    remedy: 'Send a test webhook, and contact our support if that fails too.',
  },
  not_tls: {
    short: 'no TLS on this port',
    meaning: 'The URL is `https`, but the port does not speak TLS; most often it speaks plain HTTP.',
    remedy: 'Set up TLS on that port, or use the port that has it.',
  },
  tls_version_unsupported: {
    short: 'TLS version too old',
    meaning: 'The server supports neither TLS 1.2 nor TLS 1.3.',
    remedy: 'Enable TLS 1.2 or 1.3 on the server.',
  },
  client_certificate_required: {
    short: 'client certificate required',
    meaning: 'The server requires a client certificate, and we have none.',
    remedy: 'Remove this requirement for the path of the webhooks: their signature proves who sends them.',
  },
  tls_failure: {
    short: 'TLS handshake failed',
    meaning: 'The TLS handshake failed; `error_detail` has the reason that the TLS library gave.',
    remedy:
      'Try the host with `openssl s_client -connect host:443`. A “handshake failure” may mean that the server ' +
      'requires a client certificate.',
  },
  certificate_expired: {
    short: 'certificate expired',
    meaning: 'A certificate of the server has expired.',
    remedy: 'Renew it, and make the server load the new one.',
  },
  certificate_not_yet_valid: {
    short: 'certificate not valid yet',
    meaning: 'A certificate of the server becomes valid only in the future.',
    remedy: 'Check the clock of the machine that issued it, or wait until the certificate is valid.',
  },
  certificate_self_signed: {
    short: 'self-signed certificate',
    meaning: 'The certificate of the server is self-signed.',
    remedy: 'Use a certificate from a public authority, such as Let’s Encrypt.',
  },
  certificate_authority_unknown: {
    short: 'unknown certificate authority',
    meaning: 'The certificate chain ends at an authority that is not publicly trusted.',
    remedy: 'Use a certificate from a public authority, such as Let’s Encrypt.',
  },
  certificate_chain_incomplete: {
    short: 'intermediate certificate missing',
    meaning: 'The server does not send the intermediate certificates between its own and the authority’s.',
    remedy: 'Configure the whole chain (`fullchain.pem`), not only the certificate of the server.',
  },
  certificate_wrong_host: {
    short: 'certificate for another host',
    meaning: 'The certificate does not cover the host of the URL; `error_detail` has the names that it covers.',
    remedy:
      'Use a certificate that has the host among its subject alternative names, or a URL with a name that it covers.',
  },
  response_timeout: {
    short: 'no answer in time',
    meaning: 'The server took the request, but did not answer completely in time.',
    remedy: 'Answer first, then do the work.',
  },
  invalid_response: {
    short: 'invalid answer',
    meaning: 'The answer is not valid HTTP/1.1; `error_detail` says which rule it breaks.',
    remedy: 'Check the answer with curl (`--http1.1 -v`), and any proxy between the server and the internet.',
  },
  answer_too_large: {
    short: 'answer too large',
    meaning: 'The headers of the answer, or the framing of its body, are larger than 256 KiB.',
    remedy: 'Answer with a status, few headers and a short body.',
  },
  redirect_refused: {
    short: 'answered with a redirect',
    meaning:
      'The server answered with a redirect, which is not followed; `error_detail` says where to, without its query.',
    remedy: 'Change the URL of the endpoint to the new one.',
  },
  gone: {
    short: 'gone for good (410)',
    meaning: 'The server answered 410 or `webhook-delivery: disable`, which disables the endpoint.',
    remedy: 'Enable the endpoint once the server accepts webhooks again.',
  },
  aborted_by_receiver: {
    short: 'given up by the server',
    meaning: 'The server answered `webhook-delivery: abort-message`: it does not want this webhook, now or later.',
    remedy: 'Nothing: the next webhooks of the order are sent. Replay it if the server should have taken it.',
  },
  rate_limited: {
    short: 'too many requests (429)',
    meaning: 'The server answered 429; its `Retry-After` is honoured.',
    remedy: 'Allow more requests, or set `max_per_second` of the endpoint.',
  },
  unavailable: {
    short: 'unavailable (503)',
    meaning: 'The server answered 503; its `Retry-After` is honoured.',
    remedy: 'Nothing, if the server recovers soon; otherwise check its logs.',
  },
  http_status: {
    short: 'answered with an error',
    meaning: 'The server answered with a status other than 2xx.',
    remedy: 'Check `status_code`, `response_excerpt` and the logs of the server.',
  },
  not_acked: {
    short: 'fetched but not acked',
    meaning: 'The message was fetched from a pull endpoint but not acked before its visibility ended.',
    remedy: 'Ack messages once they are handled, or ask for a longer `visibility`.',
  },
  too_many_in_flight: {
    short: 'postponed: too many under way',
    meaning: 'Too many webhooks to this server were under way.',
    remedy: `${comesAgain} Faster answers let more webhooks through.`,
  },
  proxy_unreachable: { short: 'postponed', meaning: 'Our own proxy did not answer.', remedy: comesAgain },
  proxy_refused: { short: 'postponed', meaning: 'Our own proxy refused the connection.', remedy: comesAgain },
  proxy_login_failed: { short: 'postponed', meaning: 'Our own proxy rejected our login.', remedy: comesAgain },
  dispatcher_died: {
    short: 'the sending process ended',
    meaning: 'Our process ended several times while it was sending this webhook.',
    remedy: 'Nothing: the webhook is retried on schedule. Contact our support if this happens again.',
  },
} as const satisfies Record<string, AttemptError>;

export type AttemptErrorCode = keyof typeof attemptErrors;
