import { describe, expect, it } from '@jest/globals';
import { createSessions } from './sessions.js';

const signedIn = { keyHash: 'k', tokenHash: 't' };
const secret = 'a-secret-that-replicas-share';
const cookieOf = (setCookie: string): { cookie: string } => ({ cookie: setCookie.split(';')[0] ?? '' });

describe('a session', () => {
  it('is read by every replica that has the secret, and by nobody else', () => {
    const { session, setCookie } = createSessions({ secret, now: () => 0 }).begin(signedIn, {});
    expect(createSessions({ secret, now: () => 1 }).read(cookieOf(setCookie))).toEqual(session);
    expect(createSessions({ secret: `${secret}!`, now: () => 1 }).read(cookieOf(setCookie))).toBeUndefined();
  });

  it('ends after twelve hours', () => {
    let nowMs = 1_000;
    const sessions = createSessions({ secret, now: () => nowMs });
    const { session, setCookie } = sessions.begin(signedIn, {});
    expect(session.until.getTime()).toBe(1_000 + 12 * 3_600_000);
    nowMs = session.until.getTime() - 1;
    expect(sessions.read(cookieOf(setCookie))).toEqual(session);
    nowMs += 1;
    expect(sessions.read(cookieOf(setCookie))).toBeUndefined();
  });

  it('is not what an operator’s cookie says, and tells nothing of whom it is for', () => {
    const { setCookie } = createSessions({ secret, now: () => 0 }).begin(
      { keyHash: 'key-1', tokenHash: 'token-1' },
      {},
    );
    expect(setCookie).toMatch(/^delivery_merchant=[\w.-]+; Max-Age=43200; Path=\/v1; HttpOnly; SameSite=Strict$/);
    expect(setCookie).not.toMatch(/key-1|token-1/);
    const asOperators = setCookie.replace('delivery_merchant', 'delivery_operator');
    expect(createSessions({ secret, now: () => 0 }).read(cookieOf(asOperators))).toBeUndefined();
  });
});
