import type { SentRequest, SentRequests } from '@delivery/contracts';

/**
 * The text of a JSON value with line breaks, letter by letter as it was sent: parsing it would change its numbers.
 * Pure.
 */
export const indentJson = (json: string): string => {
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return tokensOf(json)
    .map((token, at, all) => {
      if (token === '{' || token === '[') {
        if (isClosing(all[at + 1])) return token;
        depth += 1;
        return token + line();
      }
      if (isClosing(token)) {
        const before = all[at - 1];
        if (before === '{' || before === '[') return token;
        depth -= 1;
        return line() + token;
      }
      if (token === ',') return token + line();
      return token === ':' ? ': ' : token;
    })
    .join('');
};

const isClosing = (token: string | undefined): boolean => token === '}' || token === ']';

/** Strings whole, marks one by one, and everything else between them; white space is left out. */
const tokensOf = (json: string): readonly string[] => json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];

/** A line for a POSIX shell that sends the same again. Pure. */
export const toCurl = ({ method, body }: SentRequests, url: string, { headers }: SentRequest): string =>
  [
    `curl -sS -X ${method} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // Not --data, which would take a body that begins with @ for the name of a file.
    `--data-raw ${quote(body)}`,
  ].join(' \\\n  ');

/** Within single quotes a shell reads nothing but a single quote. */
const quote = (words: string): string => `'${words.replaceAll("'", String.raw`'\''`)}'`;

type Signed = { headers: Readonly<Record<string, string>>; body: string };
export type SignatureVerdict = 'valid' | 'invalid' | 'no_secret' | 'unavailable';

/**
 * Whether a secret or the private half of a public key signed a request, as Standard Webhooks say: HMAC-SHA256 or
 * ed25519 over `id.timestamp.body`. The age is not looked at: the request is one of the past.
 * @param subtle `undefined`: the page did not come over TLS
 */
export const verifySignature = async (
  subtle: SubtleCrypto | undefined,
  secret: string,
  { headers, body }: Signed,
): Promise<SignatureVerdict> => {
  if (!subtle) return 'unavailable';
  const [, kind, encoded = ''] = /^(whsec|whpk)_(.+)$/.exec(secret.trim()) ?? [];
  const raw = decodeBase64(encoded);
  if (!kind || !raw) return 'no_secret';
  const signed = encoder.encode(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  const given = (headers['webhook-signature'] ?? '').split(' ');
  if (kind === 'whsec') return (await isSignedWithSecret(subtle, raw, { signed, given })) ? 'valid' : 'invalid';
  try {
    return (await isSignedWithKey(subtle, raw, { signed, given })) ? 'valid' : 'invalid';
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return error.name === 'NotSupportedError' ? 'unavailable' : 'no_secret';
  }
};

const encoder = new TextEncoder();
type Given = { signed: Uint8Array<ArrayBuffer>; given: readonly string[] };

const isSignedWithSecret = async (
  subtle: SubtleCrypto,
  raw: BufferSource,
  { signed, given }: Given,
): Promise<boolean> => {
  const key = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const made = new Uint8Array(await subtle.sign('HMAC', key, signed));
  return given.includes(`v1,${btoa(String.fromCharCode(...made))}`);
};

const isSignedWithKey = async (subtle: SubtleCrypto, raw: BufferSource, { signed, given }: Given): Promise<boolean> => {
  const key = await subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
  const signatures = given.flatMap((one) => (one.startsWith('v1a,') ? (decodeBase64(one.slice(4)) ?? []) : []));
  const verdicts = await Promise.all(signatures.map((signature) => subtle.verify('Ed25519', key, signature, signed)));
  return verdicts.includes(true);
};

const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return text === '' ? undefined : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
};
