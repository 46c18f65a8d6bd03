/**
 * Possible phone numbers in a text of any shape, as an order has it: 8 to 15 digits. People write it with blanks,
 * brackets, dots and dashes, with `+` or `00` before it. Pure.
 */
export const listPhones = (text: string): string[] => {
  const plain = text.match(/\d{8,15}/g) ?? [];
  const written = (text.match(/\d(?:[\s().\-/\u2010-\u2015]{0,3}\d){7,}/gu) ?? []).map((found) =>
    found.replace(/\D/g, ''),
  );
  const numbers = [...plain, ...written].flatMap((digits) => [digits, digits.replace(/^00/, '')]);
  return [...new Set(numbers)].filter((digits) => digits.length >= 8 && digits.length <= 15);
};

/**
 * How soon after a step the next one comes: a walk is at work for a tenth of the time, however much there is to take.
 * Where steps take longer, because others have the database, it makes way by itself. After at most a second: a slow
 * disk is no reason to fall behind.
 */
export const pauseAfterMs = (stepMs: number): number => Math.min(Math.max(pauseMinMs, 9 * stepMs), pauseMaxMs);
const pauseMinMs = 50;
const pauseMaxMs = 1_000;
