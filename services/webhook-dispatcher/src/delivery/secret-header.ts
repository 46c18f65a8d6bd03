import { maskedHeaderValue } from '@delivery/contracts';

/** A header of the merchant's choice. Its value goes to the merchant's server, and nowhere else. */
export type SecretHeader = { name: string; value: string };

/** Shorter parts of a value are found everywhere: hiding them would hide the answer. */
const partMinLength = 4;

/**
 * The start of an answer, with what it repeats of the header's value masked: the whole, what follows its scheme (`Bearer …`),
 * the user and password of Basic; as they are, within JSON or percent-encoded.
 * @param startMaxBytes what begins beyond is not in it. `bytes` should go on for `echoMaxBytes` more: an echo that is cut is not found
 */
export const maskEchoes = (bytes: Buffer, { value }: SecretHeader, startMaxBytes: number): Buffer => {
  const text = bytes.toString('latin1');
  const shown: string[] = [];
  let from = 0;
  for (const { 0: echo, index } of text.matchAll(echoPattern(value))) {
    if (index >= startMaxBytes) break;
    shown.push(text.slice(from, index), maskedHeaderValue);
    from = index + echo.length;
  }
  shown.push(text.slice(from, Math.max(from, startMaxBytes)));
  return Buffer.from(shown.join(''), 'latin1');
};

/** Of one byte percent-encoding and JSON's `\u` forms make six at most. */
export const echoMaxBytes = ({ value }: SecretHeader): number => 6 * value.length;

const echoPattern = (value: string): RegExp => {
  const parts = [value, ...partsOf(value).filter((part) => part.length >= partMinLength)];
  const echoes = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part)]);
  // In the bytes of UTF-8, as the answer is. The longest first: where several fit, none is left over in part.
  const forms = [...new Set(echoes)].map((echo) => Buffer.from(echo).toString('latin1'));
  return new RegExp(
    forms
      .sort((a, b) => b.length - a.length)
      .map(escapeForPattern)
      .join('|'),
    'gi',
  );
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
