import { hkdfSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { createSessionCookie } from '@delivery/http-edge';
import { createSealer } from '@delivery/service-kit';

const sessionMs = 12 * 3_600_000;
const keyBytes = 32;

/** With which credentials a page has signed in, as the directory knows them. */
type Session = { keyHash: string; tokenHash: string; until: Date };

export type Sessions = {
  /** @returns the session, and the `Set-Cookie` that begins it */
  begin: (signedIn: Omit<Session, 'until'>, headers: IncomingHttpHeaders) => { session: Session; setCookie: string };
  /** `undefined`: there is none, it is over, or it is not one of ours. Whether its token still counts is the directory's to say. */
  read: (headers: IncomingHttpHeaders) => Session | undefined;
  /** `Set-Cookie` that ends it in this browser. */
  end: string;
};

const sessionSchema = z.object({ keyHash: z.string(), tokenHash: z.string(), untilMs: z.int() });

/**
 * Sessions without a store: every replica reads what another one sealed, because the key is derived from the secret that all of
 * them share with order-state. Neither secret tells anything of the other.
 * @param now milliseconds since the epoch
 */
export const createSessions = ({ secret, now }: { secret: string; now: () => number }): Sessions => {
  const key = hkdfSync('sha256', secret, '', 'intake-api: sessions of the portal', keyBytes);
  const cookie = createSessionCookie({
    name: 'delivery_merchant',
    path: '/v1',
    maxAgeSeconds: sessionMs / 1_000,
    sealer: createSealer(Buffer.from(key)),
  });
  return {
    begin: (signedIn, headers) => {
      const until = new Date(now() + sessionMs);
      const sealable = JSON.stringify({ ...signedIn, untilMs: until.getTime() });
      return { session: { ...signedIn, until }, setCookie: cookie.begin(sealable, headers) };
    },
    read: (headers) => {
      const text = cookie.read(headers);
      if (text === undefined) return undefined;
      const { untilMs, ...signedIn } = sessionSchema.parse(JSON.parse(text));
      return untilMs > now() ? { ...signedIn, until: new Date(untilMs) } : undefined;
    },
    end: cookie.end,
  };
};
