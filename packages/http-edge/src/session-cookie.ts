import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseUrl } from '@delivery/contracts';
import { ProblemError } from './problem.js';

/**
 * The cookie of a session, or of a sign-in. It holds only a random id: the session's rights are stored under the
 * hash of that id, so a session that was ended is ended everywhere. No script can read the cookie, and no other site's
 * page can have it sent.
 */
export type SessionCookie = {
  /** @returns the id of a new session, and the `Set-Cookie` that begins it; `lasting`: for another time than usual */
  begin: (headers: IncomingHttpHeaders) => { id: string; setCookie: string; lasting: (seconds: number) => string };
  /** `Set-Cookie` that makes this browser forget it. */
  end: (headers: IncomingHttpHeaders) => string;
  /**
   * The ids that came. There may be several: a page of a sibling domain may have set a cookie of the same name, which
   * must not hide the right one, so each is looked up.
   */
  read: (headers: IncomingHttpHeaders) => string[];
};

/** As it is stored: of no use to a reader of the database. */
export const sessionHashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

/** Cookies of one name that are looked up. */
const candidateMax = 5;
const idPattern = /^[\w-]{43}$/;

export const createSessionCookie = ({
  name,
  maxAgeSeconds,
  sameSite = 'Strict',
}: {
  name: string;
  maxAgeSeconds: number;
  /** `Lax`: it comes also with a link or a redirect from another site. */
  sameSite?: 'Strict' | 'Lax';
}): SessionCookie => {
  const write = (headers: IncomingHttpHeaders, value: string, seconds: number): string =>
    `${nameFor(headers, name)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=${sameSite}${isTls(headers) ? '; Secure' : ''}`;
  return {
    begin: (headers) => {
      const id = randomBytes(32).toString('base64url');
      const lasting = (seconds: number) => write(headers, id, seconds);
      return { id, setCookie: lasting(maxAgeSeconds), lasting };
    },
    end: (headers) => write(headers, '', 0),
    read: (headers) =>
      readCookies(headers.cookie, nameFor(headers, name))
        .filter((value) => idPattern.test(value))
        .slice(0, candidateMax),
  };
};

const attemptPattern = /^[0-9a-f]{12}$/;

/** A cookie for each attempt at something that several tabs of a browser may try at once. */
export const createAttemptCookies = ({
  name,
  attemptMax,
  maxAgeSeconds,
}: {
  name: string;
  /** One more takes the place of the oldest. */
  attemptMax: number;
  maxAgeSeconds: number;
}) => {
  // `Lax`: it comes also with a redirect from another site.
  const cookieOf = (attempt: string): SessionCookie =>
    createSessionCookie({ name: `${name}_${attempt}`, maxAgeSeconds, sameSite: 'Lax' });
  /** The oldest first, as browsers send them. */
  const listAttempts = (headers: IncomingHttpHeaders): string[] =>
    listCookies(headers.cookie)
      .filter(([known]) => known.startsWith(`${nameFor(headers, name)}_`))
      .map(([known]) => known.slice(nameFor(headers, name).length + 1))
      .filter((attempt) => attemptPattern.test(attempt));
  return {
    begin: (headers: IncomingHttpHeaders): { id: string; setCookie: string } => {
      const attempts = listAttempts(headers);
      const oldest = attempts.length < attemptMax ? undefined : attempts[0];
      return cookieOf(oldest ?? randomBytes(6).toString('hex')).begin(headers);
    },
    /** @returns the attempt of a wanted id, and the `Set-Cookie` that makes this browser forget it */
    find: (headers: IncomingHttpHeaders, isWanted: (id: string) => boolean) => {
      for (const attempt of listAttempts(headers)) {
        const cookie = cookieOf(attempt);
        const id = cookie.read(headers).find(isWanted);
        if (id !== undefined) return { id, forget: cookie.end(headers) };
      }
      return undefined;
    },
  };
};

/** Browsers take a cookie with this prefix from its own host alone, and over TLS alone. */
const nameFor = (headers: IncomingHttpHeaders, name: string): string => (isTls(headers) ? `__Host-${name}` : name);

/**
 * TLS ends at a proxy in front; of several the first in the list is the client's. A client that lies about it harms its
 * own cookie alone.
 */
const isTls = (headers: IncomingHttpHeaders): boolean =>
  /^\s*"?https"?\s*(,|$)/i.test(String(headers['x-forwarded-proto'] ?? ''));

const readCookies = (cookies: string | undefined, name: string): string[] =>
  listCookies(cookies).flatMap(([known, value]) => (known === name ? [value] : []));

const listCookies = (cookies: string | undefined): [name: string, value: string][] =>
  (cookies ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
  });

/**
 * A change that comes with a cookie must come from a page of this very origin: browsers say so in `Sec-Fetch-Site`,
 * those that do not in `Origin`.
 * @throws ProblemError `cross_site_request`
 */
export const checkSameOrigin = (headers: IncomingHttpHeaders): void => {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  if (site === undefined && headers.origin !== undefined && hostOf(headers.origin) === headers.host) return;
  throw new ProblemError(
    'cross_site_request',
    'A change with a session cookie must come from a page of this origin (Sec-Fetch-Site: same-origin).',
  );
};

/**
 * Checks a call that begins a session, so that no other site signs a browser in with other credentials. A program sends
 * neither header, and has no session to lose.
 * @throws ProblemError `cross_site_request`
 */
export const checkSignInOrigin = (headers: IncomingHttpHeaders): void => {
  if (headers['sec-fetch-site'] === undefined && headers.origin === undefined) return;
  checkSameOrigin(headers);
};

const hostOf = (origin: string): string | undefined => parseUrl(origin)?.host;
