/**
 * A customer's phone as a till writes it: the number in digits alone, and what is dialled after the call is answered.
 */
export type WrittenPhone = { digits: string; extension: string };

/** Longer than any number with its extension: the pattern may look at each of its characters many times. */
const writtenMaxLength = 128;

const written = /^[\s(]*\+?([\d\s().\-/]+?)(?:(?:(?:[,;x]|ext(?:ension)?|ramal|id)[\s.:]*)+(.{0,64}))?$/i;

/** @returns `undefined`: nothing tells where the number ends, so its digits would be those of another number */
export const readPhone = (text: string): WrittenPhone | undefined => {
  const [, number = '', extension = ''] = (text.length <= writtenMaxLength && written.exec(text)) || [];
  const digits = number.replaceAll(/\D/g, '');
  return digits.length >= 8 && digits.length <= 15 ? { digits, extension: extension.trim() } : undefined;
};
