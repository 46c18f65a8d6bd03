/** How much of a response is kept in the attempt log, in bytes of UTF-8. */
export const excerptMaxBytes = 1024;

/**
 * The start of a response as text that is safe to store, log and show: control characters, bidirectional overrides
 * and line separators escaped as in JSON, malformed UTF-8 as U+FFFD, never cut within a character.
 */
export const excerptOf = (bytes: Buffer): string => {
  // Escaping only lengthens, so characters beyond the limit cannot come into the excerpt.
  const start = bytes.subarray(0, excerptMaxBytes);
  const plain = start.toString('latin1');
  return printableAscii.test(plain) ? plain : escapeUnsafe(decoder.decode(start));
};

/** Most answers by far: nothing, or a few words of JSON. */
const printableAscii = /^[\x20-\x7e]*$/;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const escapeUnsafe = (text: string): string => {
  let excerpt = '';
  let sizeBytes = 0;
  for (const character of text) {
    const shown = unsafe.test(character) ? escapeCharacter(character) : character;
    sizeBytes += Buffer.byteLength(shown);
    if (sizeBytes > excerptMaxBytes) break;
    excerpt += shown;
  }
  return excerpt;
};

/** Control, format (zero width, bidirectional) and line or paragraph separators. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const escapeCharacter = (character: string): string => {
  const short = shortEscapes[character];
  if (short) return short;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
};

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
