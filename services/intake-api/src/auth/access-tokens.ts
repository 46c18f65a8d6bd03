import { errors, jwtVerify, SignJWT } from 'jose';

/** How long a token opens anything, in seconds. */
export const accessTokenSeconds = 3_600;

/** Each installation has its own key, so that these tell tokens from other texts that the key may sign one day. */
const issuer = 'delivery-orders';
const audience = 'delivery-orders/v1';
const kind = { alg: 'HS256', typ: 'at+jwt' } as const;

/** An access token (RFC 9068) of an OAuth client. */
export const signAccessToken = (key: Uint8Array, clientId: string): Promise<string> =>
  new SignJWT({ client_id: clientId, scope: 'od.all' })
    .setProtectedHeader(kind)
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(clientId)
    .setIssuedAt()
    .setExpirationTime(`${accessTokenSeconds} s`)
    .sign(key);

/** Resolves to the client's id, or to `undefined` for a text that is no token of ours, or one no longer. */
export const readAccessToken = async (key: Uint8Array, token: string): Promise<string | undefined> => {
  try {
    const { payload } = await jwtVerify(token, key, { issuer, audience, algorithms: [kind.alg], typ: kind.typ });
    return payload.sub;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
};
