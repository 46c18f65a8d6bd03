import { describe, expect, it } from '@jest/globals';
import type { BeginPortalSession, PortalSession } from '@delivery/contracts';
import { createSessions, type Guess } from './sessions.js';

const signedIn = {
  merchant_id: 'c'.repeat(32),
  credentials: { key_hash: 'a'.repeat(64), token_hash: 'b'.repeat(64) },
};
const address = '203.0.113.7';
const guess: Guess = (ask) => ask();
const cookieOf = (setCookie: string): { cookie: string } => ({ cookie: setCookie.split(';')[0] ?? '' });

/** The sessions that order-state keeps, for all replicas. */
const createStore = () => {
  const kept = new Map<string, PortalSession>();
  const asked: string[] = [];
  return {
    kept,
    asked,
    source: {
      begin: (session: BeginPortalSession) => {
        const rights = { mode: 'live', scope: 'full', platform_id: null, person: null } as const;
        const begun = { ...session, ...rights, expires_at: '2026-03-01T12:00:00.000Z' };
        kept.set(session.hash, begun);
        return Promise.resolve(begun);
      },
      askForLink: () => Promise.resolve(),
      beginByLink: () => Promise.resolve(undefined),
      switchTo: () => Promise.reject(new Error('no session of this test may')),
      find: (hash: string) => {
        asked.push(hash);
        return Promise.resolve(kept.get(hash));
      },
      end: (hash: string) => {
        kept.delete(hash);
        return Promise.resolve();
      },
    },
  };
};

describe('a session', () => {
  it('[P30] is known to every replica, and order-state is asked about it once in two seconds', async () => {
    const { source, asked } = createStore();
    let nowMs = 0;
    const [one, other] = [createSessions({ source, now: () => nowMs }), createSessions({ source, now: () => nowMs })];
    const { session, setCookie } = await one.begin(signedIn, {}, address);
    for (let n = 0; n < 3; n += 1) expect(await other.read(cookieOf(setCookie), guess)).toEqual(session);
    expect(asked).toHaveLength(1);
    nowMs = 2_000;
    expect(await other.read(cookieOf(setCookie), guess)).toEqual(session);
    expect(asked).toHaveLength(2);
  });

  it('[P30] that is ended at one replica is over there at once, and two seconds later at all', async () => {
    const { source } = createStore();
    let nowMs = 0;
    const [one, other] = [createSessions({ source, now: () => nowMs }), createSessions({ source, now: () => nowMs })];
    const headers = cookieOf((await one.begin(signedIn, {}, address)).setCookie);
    await other.read(headers, guess);
    await one.end(headers, guess);
    expect(await one.read(headers, guess)).toBeUndefined();
    nowMs = 2_000;
    expect(await other.read(headers, guess)).toBeUndefined();
  });

  it('is found behind cookies of its name that a sibling domain has set', async () => {
    const { source } = createStore();
    const sessions = createSessions({ source, now: () => 0 });
    const { session, setCookie } = await sessions.begin(signedIn, {}, address);
    const tossed = `delivery_merchant=${'x'.repeat(43)}; delivery_merchant=nonsense; ${cookieOf(setCookie).cookie}`;
    expect(await sessions.read({ cookie: tossed }, guess)).toEqual(session);
  });

  it.each(['http', 'http, https', 'httpsx', '', ','])(
    'is no session behind TLS after X-Forwarded-Proto: %j',
    async (proto) => {
      const sessions = createSessions({ source: createStore().source, now: () => 0 });
      const { setCookie } = await sessions.begin(signedIn, { 'x-forwarded-proto': proto }, address);
      expect(setCookie).toMatch(/^delivery_merchant=.*SameSite=Strict$/);
    },
  );

  it.each(['https', 'HTTPS', ' https ', 'https,http', 'https, http', '"https"'])(
    'behind TLS (X-Forwarded-Proto: %j) has a name that no sibling domain can set, and goes by no other',
    async (proto) => {
      const sessions = createSessions({ source: createStore().source, now: () => 0 });
      const tls = { 'x-forwarded-proto': proto };
      const { setCookie } = await sessions.begin(signedIn, tls, address);
      expect(setCookie).toMatch(
        /^__Host-delivery_merchant=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      );
      expect(await sessions.read({ ...tls, ...cookieOf(setCookie) }, guess)).toBeDefined();
      const renamed = { cookie: cookieOf(setCookie).cookie.replace('__Host-', '') };
      expect(await sessions.read({ ...tls, ...renamed }, guess)).toBeUndefined();
    },
  );

  it('is a guess for a replica that does not know it, to be read as well as to be ended, and none for the one that does', async () => {
    const { source, asked } = createStore();
    let nowMs = 0;
    const [one, other] = [createSessions({ source, now: () => nowMs }), createSessions({ source, now: () => nowMs })];
    const refuse: Guess = () => Promise.reject(new Error('too many guesses'));
    const { session, setCookie } = await one.begin(signedIn, {}, address);
    nowMs = 2_000;
    expect(await one.read(cookieOf(setCookie), refuse)).toEqual(session);
    for (const call of [other.read, other.end])
      await expect(call(cookieOf(setCookie), refuse)).rejects.toThrow('guesses');
    expect(asked).toHaveLength(1);
    await one.end(cookieOf(setCookie), refuse);
    expect(await other.read(cookieOf(setCookie), guess)).toBeUndefined();
  });
});
