import type { IncomingHttpHeaders } from 'node:http';
import type { AskForLink, BeginPortalSession, MerchantMode, PortalScope, PortalSession } from '@delivery/contracts';
import { createSessionCookie, sessionHashOf } from '@delivery/http-edge';
import type { SessionSource } from '../order-state/store-sessions.js';

const sessionSeconds = 12 * 3_600;
const personSessionSeconds = 30 * 24 * 3_600;
/** So long a session that was ended at another replica may go on at this one. */
const knownMs = 2_000;
const knownMax = 10_000;

/** `credentials`: those with which a page has signed in, as the directory knows them; `null`: it came with a link. */
export type Session = {
  hash: string;
  merchantId: string;
  mode: MerchantMode;
  scope: PortalScope;
  credentials: { keyHash: string; tokenHash: string } | null;
  /** Whose other merchants, of the mode, it may go on to; `null`: it is for its merchant alone. */
  platformId: string | null;
  /** The address of the person whose session it is. */
  person: string | null;
  until: Date;
};

/** Access that outlives a token must not come from it. */
export const mayInvite = ({ scope, credentials }: Session): boolean => scope === 'full' && credentials === null;

/** A session, and the `Set-Cookie` that begins it. */
type Begun = { session: Session; setCookie: string };

export type Sessions = {
  /** @param address of the client */
  begin: (signedIn: Omit<BeginPortalSession, 'hash'>, headers: IncomingHttpHeaders, address: string) => Promise<Begun>;
  /** Has a link mailed, if the address is a person's. */
  askForLink: (asked: AskForLink) => Promise<void>;
  /** Uses the link up. `undefined`: it was used already, has expired, or never existed. */
  beginByLink: (link: string, headers: IncomingHttpHeaders, address: string) => Promise<Begun | undefined>;
  /**
   * Goes on to another merchant, with a new cookie. `undefined`: there is no session that may. @throws ProblemError
   * where the merchant is none of the platform's
   */
  switchTo: (
    merchantId: string,
    headers: IncomingHttpHeaders,
    address: string,
    guess: Guess,
  ) => Promise<Begun | undefined>;
  /**
   * `undefined`: there is none, or it has expired. The directory decides whether its token is still valid.
   * @param guess how order-state is asked about a session that is not known here
   */
  read: (headers: IncomingHttpHeaders, guess: Guess) => Promise<Session | undefined>;
  /** Ends it everywhere. @returns the `Set-Cookie` that makes this browser forget it */
  end: (headers: IncomingHttpHeaders, guess: Guess) => Promise<string>;
};

/** Asks order-state for a client that may be guessing. */
export type Guess = <T>(ask: () => Promise<T>) => Promise<T>;

type Known = { session: Session; checkedAtMs: number };

/**
 * Sessions of the portal. order-state keeps them; its answer about one is cached for two seconds.
 * @param now milliseconds of a monotonic clock
 */
export const createSessions = ({ source, now }: { source: SessionSource; now: () => number }): Sessions => {
  const cookie = createSessionCookie({ name: 'delivery_merchant', maxAgeSeconds: sessionSeconds });
  const known = new Map<string, Known>();

  const remember = (hash: string, session: Session): Session => {
    const oldest = known.size >= knownMax && !known.has(hash) ? known.keys().next() : undefined;
    if (oldest && !oldest.done) known.delete(oldest.value);
    known.set(hash, { session, checkedAtMs: now() });
    return session;
  };
  const askAbout = <T>(hash: string, guess: Guess, ask: () => Promise<T>): Promise<T> =>
    known.has(hash) ? ask() : guess(ask);
  const find = async (hash: string, guess: Guess): Promise<Session | undefined> => {
    const entry = known.get(hash);
    if (entry && now() - entry.checkedAtMs < knownMs) return entry.session;
    const found = await askAbout(hash, guess, () => source.find(hash));
    if (found) return remember(hash, toSession(found));
    known.delete(hash);
    return undefined;
  };

  const read = async (headers: IncomingHttpHeaders, guess: Guess) => {
    for (const id of cookie.read(headers)) {
      const session = await find(sessionHashOf(id), guess);
      if (session) return { hash: sessionHashOf(id), session };
    }
    return undefined;
  };

  return {
    begin: async (signedIn, headers, address) => {
      const { id, setCookie } = cookie.begin(headers);
      const hash = sessionHashOf(id);
      const begun = await source.begin({ hash, ...signedIn }, address);
      return { session: remember(hash, toSession(begun)), setCookie };
    },
    askForLink: source.askForLink,
    beginByLink: async (link, headers, address) => {
      const { id, lasting } = cookie.begin(headers);
      const hash = sessionHashOf(id);
      const begun = await source.beginByLink({ hash, link_hash: sessionHashOf(link) }, address);
      return begun && { session: remember(hash, toSession(begun)), setCookie: lasting(secondsOf(begun)) };
    },
    switchTo: async (merchantId, headers, address, guess) => {
      const before = await read(headers, guess);
      if (!before?.session.platformId) return undefined;
      const { id, lasting } = cookie.begin(headers);
      const hash = sessionHashOf(id);
      const begun = await source.switchTo(before.hash, { hash, merchant_id: merchantId }, address);
      known.delete(before.hash);
      return { session: remember(hash, toSession(begun)), setCookie: lasting(secondsOf(begun)) };
    },
    read: async (headers, guess) => (await read(headers, guess))?.session,
    end: async (headers, guess) => {
      for (const hash of cookie.read(headers).map(sessionHashOf)) {
        await askAbout(hash, guess, () => source.end(hash));
        known.delete(hash);
      }
      return cookie.end(headers);
    },
  };
};

/** order-state ends each at its own time. */
const secondsOf = ({ person }: PortalSession): number => (person === null ? sessionSeconds : personSessionSeconds);

const toSession = ({
  hash,
  merchant_id,
  mode,
  scope,
  credentials,
  platform_id,
  person,
  expires_at,
}: PortalSession): Session => ({
  hash,
  merchantId: merchant_id,
  mode,
  scope,
  credentials: credentials && { keyHash: credentials.key_hash, tokenHash: credentials.token_hash },
  platformId: platform_id,
  person,
  until: new Date(expires_at),
});
