const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/**
 * The headers of every page that is served: it runs its own files and calls its own origin only, no text can become HTML
 * or a script, and no link sends a referrer.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'no-referrer',
};

/** Of a page that may show another page of its origin within it. */
export const framingHeaders = {
  'content-security-policy': [...policy, "frame-src 'self'"].join('; '),
};
