type AttemptError = {
  /** A few words, for a table or a badge. */
  short: string;
  /** What happened, in one sentence. */
  meaning: string;
  /** What the merchant can do about it. */
  remedy: string;
};

const comesAgain = 'Nothing: it is sent again within seconds, and no attempt was spent.';

/**
 * The codes of failed attempts (`error_code`): the one table from which the API's documents, the guide, the pages and the
 * command line take their words. A code never changes its meaning; new ones may come.
 */
export const attemptErrors = {
  dns_not_found: {
    short: 'name not found',
    meaning: 'The host name of the URL does not exist, or has no address.',
    remedy: 'Look for a typo in the URL, and check the A and AAAA records of the name.',
  },
  dns_failure: {
    short: 'name servers failed',
    meaning: 'The name servers of the host name answered with an error.',
    remedy: 'Check the zone at your DNS provider: delegation and DNSSEC are the usual reasons.',
  },
  dns_timeout: {
    short: 'name servers do not answer',
    meaning: 'The name servers of the host name did not answer in time.',
    remedy: 'Check that all name servers of the zone answer from outside of your network.',
  },
  address_refused: {
    short: 'address not allowed',
    meaning: 'The host name leads to an address that is not on the public internet; `error_detail` says which.',
    remedy: 'Give a URL whose addresses are all public.',
  },
  url_refused: {
    short: 'URL not allowed',
    meaning: 'The URL has a scheme, a port or a part that webhooks are not sent to.',
    remedy: 'Give an `https` URL without user name and without a port of another protocol.',
  },
  connection_refused: {
    short: 'connection refused',
    meaning: 'The server is reached, and nothing listens on the port.',
    remedy: 'Start the receiver, and check the port of the URL and the firewall before it.',
  },
  connection_timeout: {
    short: 'no connection in time',
    meaning: 'No connection, TLS included, came about in time.',
    remedy: 'Check that a firewall lets our addresses in, and that the server is not overloaded.',
  },
  connection_reset: {
    short: 'connection broken off',
    meaning: 'The server closed the connection before its answer was complete.',
    remedy: 'Look into the logs of the server or the balancer before it: a crash or a limit of size or time is usual.',
  },
  host_unreachable: {
    short: 'server not reachable',
    meaning: 'No route leads to the address of the server.',
    remedy: 'Check the address in the DNS, and remove AAAA records if the server has no IPv6.',
  },
  connection_failed: {
    short: 'no connection',
    meaning: 'The connection failed for a reason that has no code of its own.',
    remedy: 'Send a test webhook, and ask our support if that fails too.',
  },
  not_tls: {
    short: 'no TLS on this port',
    meaning: 'The URL says `https`, and the port answers with something that is not TLS, most often plain HTTP.',
    remedy: 'Set TLS up on that port, or give the port that has it.',
  },
  tls_version_unsupported: {
    short: 'TLS too old',
    meaning: 'The server speaks no version of TLS from 1.2 on.',
    remedy: 'Enable TLS 1.2 or 1.3 on the server.',
  },
  client_certificate_required: {
    short: 'asks for a client certificate',
    meaning: 'The server asks us for a client certificate, and we have none.',
    remedy: 'Take this requirement away for the path of the webhooks: their signature says who sends them.',
  },
  tls_failure: {
    short: 'no TLS connection',
    meaning: 'The TLS handshake failed; `error_detail` has the reason of the TLS library.',
    remedy:
      'Try the host with `openssl s_client -connect host:443`. A “handshake failure” may be that the server asks for a client certificate.',
  },
  certificate_expired: {
    short: 'certificate expired',
    meaning: 'A certificate of the server has expired.',
    remedy: 'Renew it, and let the server load the new one.',
  },
  certificate_not_yet_valid: {
    short: 'certificate not valid yet',
    meaning: 'The validity of a certificate of the server begins in the future.',
    remedy: 'Check the clock of the machine that issued it, or wait.',
  },
  certificate_self_signed: {
    short: 'certificate signed by itself',
    meaning: 'The certificate is signed by the server itself.',
    remedy: 'Use a certificate of a public authority, such as Let’s Encrypt.',
  },
  certificate_authority_unknown: {
    short: 'certificate of an unknown authority',
    meaning: 'The chain of certificates ends at an authority that is not among the public ones.',
    remedy: 'Use a certificate of a public authority, such as Let’s Encrypt.',
  },
  certificate_chain_incomplete: {
    short: 'intermediate certificate missing',
    meaning: 'The server does not send the certificates between its own and that of a public authority.',
    remedy: 'Configure the whole chain (`fullchain.pem`), not the certificate of the server alone.',
  },
  certificate_wrong_host: {
    short: 'certificate of another host',
    meaning: 'The certificate is for other names than the host of the URL; `error_detail` says for which.',
    remedy: 'Use a certificate with that host among its subject alternative names, or the name that it has.',
  },
  response_timeout: {
    short: 'no answer in time',
    meaning: 'The server took the request, and did not answer completely in time.',
    remedy: 'Answer first, and do the work afterwards.',
  },
  invalid_response: {
    short: 'not a valid answer',
    meaning: 'What came is no HTTP/1.1 response; `error_detail` says which rule it breaks.',
    remedy: 'Look at the answer as curl shows it with `--http1.1 -v`, and at what stands between the server and the internet.',
  },
  answer_too_large: {
    short: 'answer too large',
    meaning: 'The head of the answer is larger than 256 KiB, or the framing of its body is.',
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
    meaning: 'The server answered 410, which disables the endpoint.',
    remedy: 'Enable the endpoint when the server takes webhooks again.',
  },
  rate_limited: {
    short: 'too many requests (429)',
    meaning: 'The server answered 429; its `Retry-After` is honoured.',
    remedy: 'Allow more, or set `max_per_second` of the endpoint.',
  },
  unavailable: {
    short: 'unavailable (503)',
    meaning: 'The server answered 503; its `Retry-After` is honoured.',
    remedy: 'Nothing, if it is back soon; else look into its logs.',
  },
  http_status: {
    short: 'answered with an error',
    meaning: 'The server answered with another status than 2xx.',
    remedy: 'Look at `status_code` and `response_excerpt`, and into the logs of the server.',
  },
  not_acked: {
    short: 'fetched and not acked',
    meaning: 'The message was fetched from a pull endpoint, and not acked before its visibility ended.',
    remedy: 'Ack what was taken, or ask for a longer `visibility`.',
  },
  too_many_in_flight: {
    short: 'put off: too many under way',
    meaning: 'Too many webhooks to this server were under way.',
    remedy: `${comesAgain} Faster answers let more through.`,
  },
  proxy_unreachable: { short: 'put off', meaning: 'Our own proxy did not answer.', remedy: comesAgain },
  proxy_refused: { short: 'put off', meaning: 'Our own proxy refused the connection.', remedy: comesAgain },
  proxy_login_failed: { short: 'put off', meaning: 'Our own proxy asked for another login.', remedy: comesAgain },
  dispatcher_died: {
    short: 'the sending process ended',
    meaning: 'Our process ended several times while it sent this webhook.',
    remedy: 'Nothing: it is tried again by the schedule. Tell our support if it comes again.',
  },
} as const satisfies Record<string, AttemptError>;

export type AttemptErrorCode = keyof typeof attemptErrors;
