/** A limit and its state, as the IETF draft "RateLimit header fields for HTTP" says it: structured fields. */
export type LimitState = { name: string; perMinute: number; remaining: number; resetSeconds: number };

const policyHeader = (limits: readonly { name: string; perMinute: number }[]): string =>
  limits.map(({ name, perMinute }) => `"${name}";q=${perMinute};w=60`).join(', ');

const stateHeader = ({ name, remaining, resetSeconds }: LimitState): string =>
  `"${name}";r=${remaining};t=${resetSeconds}`;

export const rateLimitHeaders = (
  state: LimitState,
  others: readonly { name: string; perMinute: number }[] = [],
): Record<string, string> => ({
  'ratelimit-policy': policyHeader([state, ...others]),
  ratelimit: stateHeader(state),
});
