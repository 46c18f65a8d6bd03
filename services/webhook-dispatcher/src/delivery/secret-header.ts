import { maskedHeaderValue } from '@delivery/contracts';

/** A header of the merchant's choice. Its value goes to the merchant's server, and nowhere else. */
export type SecretHeader = { name: string; value: string };

/** Shorter parts of a value are found everywhere: hiding them would hide the answer. */
const partMinLength = 4;

/**
 * So much of a long value is looked for: a value compared as a whole with each place of an answer would hold up every
 * webhook.
 */
export const echoHeadBytes = 32;

/**
 * The start of an answer, with repetitions of the header's value masked: the whole, or its beginning if it is longer
 * than `echoHeadBytes`; the text behind its scheme (`Bearer …`), the user and password of Basic; as they are, within
 * JSON or percent-encoded.
 * @param startMaxBytes text that begins beyond is not in it. `bytes` should go on for `echoHeadBytes` more: a shorter
 * echo that is cut is not found
 */
export const maskEchoes = (bytes: Buffer, { value }: SecretHeader, startMaxBytes: number): Buffer => {
  const text = bytes.toString('latin1');
  const echoes = formsOf(value);
  const heads = new RegExp(echoes.map((echo) => escapeForPattern(echo.slice(0, echoHeadBytes))).join('|'), 'gi');
  const shown: string[] = [];
  let from = 0;
  for (;;) {
    heads.lastIndex = from;
    const index = heads.exec(text)?.index;
    if (index === undefined || index >= startMaxBytes) break;
    shown.push(text.slice(from, index), maskedHeaderValue);
    from = index + Math.max(...echoes.map((echo) => sameLength(text, index, echo)));
  }
  shown.push(text.slice(from, Math.max(from, startMaxBytes)));
  return Buffer.from(shown.join(''), 'latin1');
};

/** How far the text matches `echo`, ignoring case. */
const sameLength = (text: string, index: number, echo: string): number => {
  const [found, wanted] = [text.slice(index, index + echo.length).toLowerCase(), echo.toLowerCase()];
  let length = 0;
  while (length < found.length && found[length] === wanted[length]) length += 1;
  return length;
};

/** In the bytes of UTF-8, as the answer is. The longest first: where several fit, none is left over in part. */
const formsOf = (value: string): string[] => {
  const parts = [value, ...partsOf(value).filter((part) => part.length >= partMinLength)];
  const echoes = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part)]);
  const forms = new Set(echoes.map((echo) => Buffer.from(echo).toString('latin1')));
  return [...forms].sort((a, b) => b.length - a.length);
};

const partsOf = (value: string): string[] => {
  const credentials = /^\S+[ \t]+(.+)$/.exec(value)?.[1];
  if (credentials === undefined) return [];
  if (!/^basic[ \t]/i.test(value)) return [credentials];
  const userAndPassword = Buffer.from(credentials, 'base64').toString();
  const password = userAndPassword.slice(userAndPassword.indexOf(':') + 1);
  return [credentials, userAndPassword, password];
};

const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
