import type { IncomingHttpHeaders } from 'node:http';
import { ProblemError } from './problem.js';

/** Seals a text for one purpose, and opens it for that one alone. */
type CookieSealer = {
  seal: (plaintext: string, boundTo: string) => string;
  open: (sealed: string, boundTo: string) => string;
};

/**
 * A session without a store: all that is known of it is sealed in a cookie, so every replica knows it, also the next version.
 * No script can read it, and no other site's page can have it sent.
 */
export type SessionCookie = {
  /** `Set-Cookie` that begins a session, or goes on with it. */
  begin: (session: string, headers: IncomingHttpHeaders) => string;
  /** `Set-Cookie` that ends it in this browser. */
  end: string;
  /** What `begin` was given; `undefined` where there is none, or it is not one of ours. */
  read: (headers: IncomingHttpHeaders) => string | undefined;
};

export const createSessionCookie = ({
  name,
  path,
  maxAgeSeconds,
  sealer,
}: {
  name: string;
  path: string;
  maxAgeSeconds: number;
  sealer: CookieSealer;
}): SessionCookie => {
  const attributes = `Path=${path}; HttpOnly; SameSite=Strict`;
  const boundTo = `session cookie ${name}`;
  return {
    begin: (session, headers) =>
      `${name}=${sealer.seal(session, boundTo)}; Max-Age=${maxAgeSeconds}; ${attributes}${secureIfTls(headers)}`,
    end: `${name}=; Max-Age=0; ${attributes}`,
    read: ({ cookie }) => {
      const sealed = readCookie(cookie, name);
      if (!sealed) return undefined;
      try {
        return sealer.open(sealed, boundTo);
      } catch {
        // Of another key, cut off or made up: as good as none.
        return undefined;
      }
    },
  };
};

/** TLS ends at a proxy in front. Who lies about it harms only the own cookie. */
const secureIfTls = (headers: IncomingHttpHeaders): string =>
  headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';

const readCookie = (cookies: string | undefined, name: string): string | undefined =>
  cookies
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/**
 * A change that comes with a cookie must come from a page of this very origin: browsers say so in `Sec-Fetch-Site`, those
 * that do not in `Origin`.
 * @throws ProblemError `cross_site_request`
 */
export const checkSameOrigin = (headers: IncomingHttpHeaders): void => {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  if (site === undefined && headers.origin !== undefined && hostOf(headers.origin) === headers.host) return;
  throw new ProblemError(
    'cross_site_request',
    'A change by session cookie must come from a page of this origin (Sec-Fetch-Site: same-origin).',
  );
};

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
