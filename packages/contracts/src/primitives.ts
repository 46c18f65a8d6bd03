import { z } from 'zod';
import { reasonCodeSchema } from './reasons.js';

export const orderIdSchema = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'expected 24 hexadecimal characters')
  .describe('Assigned by the service: 24 hexadecimal characters, the same for merchants and couriers.');

/** Random 128-bit merchant id, 32 hexadecimal characters. */
export const merchantIdSchema = z.string().regex(/^[0-9a-f]{32}$/, 'expected 32 hexadecimal characters');

/** A name that its owner chooses, for use in paths. */
const refSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/,
    'expected 1 to 64 letters, digits, - _ . or :, the first a letter or digit',
  );
export const storeRefSchema = refSchema.describe('The merchant’s own name of the store.');
export const endpointReferenceSchema = refSchema.describe('The owner’s own name of the endpoint. It never changes.');

const timeZoneExpected = 'expected a name of the IANA time zone database, e.g. America/Sao_Paulo';
const dateTimeExpected = 'expected an RFC 3339 date-time, e.g. 2026-01-31T18:30:00Z or 2026-01-31T15:30:00-03:00';

/**
 * A time in UTC stays as it was sent; any other is converted to UTC, to the millisecond. The first hours of the year 1,
 * which some clients send for "none", may be in the year 0 in UTC: they become the first instant of the year 1.
 */
const toUtc = (dateTime: string): string => {
  if (dateTime.endsWith('Z')) return dateTime;
  const utc = new Date(dateTime).toISOString().replace('.000Z', 'Z');
  return dateTime.startsWith('0001') && utc.startsWith('0000') ? '0001-01-01T00:00:00Z' : utc;
};

/**
 * The last hours of the year 9999 are, at some offsets, in a year that RFC 3339 cannot write. Postgres and many
 * languages cannot read the year 0.
 */
const hasReadableYear = (dateTime: string): boolean => /^(?!0000)\d{4}-/.test(toUtc(dateTime));

/** V8 misreads fractions of ten digits or more that begin with a zero: `.0010000000` as `.1`. */
const toNanoseconds = (dateTime: string): string => dateTime.replace(/(\.\d{9})\d+/, '$1');

/**
 * RFC 3339 date-time with any offset, read as UTC with `Z`. As RFC 3339 allows, `t` and `z` may be lower case, a
 * fraction may have any number of digits, of which nine are kept, and `-00:00` is UTC. Seconds may be left out; a leap
 * second (`:60`) is refused.
 */
export const utcDateTimeSchema = z
  .string()
  .toUpperCase()
  .overwrite(toNanoseconds)
  .check(z.iso.datetime({ offset: true, abort: true, error: dateTimeExpected }))
  .refine(hasReadableYear, dateTimeExpected)
  .transform(toUtc);

/** A time in an answer: UTC, with `Z`. */
export const instantSchema = z.iso.datetime();

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Offsets are refused, because they have no daylight-saving time. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .regex(/^[A-Za-z]/, { error: timeZoneExpected, abort: true })
  .refine(isTimeZone, timeZoneExpected)
  .describe(
    'A name of the IANA database, such as `America/Sao_Paulo`, for times in the portal and in mails, and for ' +
      '“yesterday” of a replay. `null`: none.',
  );

/** The `error_code` of a failed attempt; `null`: it succeeded. */
export const attemptErrorCodeSchema = z
  .string()
  .nullable()
  .describe('Why it failed, stable and machine-readable. More codes may come; none changes its meaning.');

/** Why an order was canceled or a delivery failed. Free of customers' data by contract. */
export const reasonSchema = z.object({
  code: reasonCodeSchema,
  message: z
    .string()
    .max(500)
    .optional()
    .describe('For people. Must not contain customers’ data: it is sent in webhooks.'),
});
export type Reason = z.infer<typeof reasonSchema>;

/** The schema for bodies that set it: an unknown field is refused. */
export const givenReasonSchema = reasonSchema.strict();

/** A whole number as a query has it: digits and nothing else. The documents show a number with its bounds. */
const digitsSchema = (min: number, max: number, expected: { digits: string; bounds: string }) =>
  z
    .string()
    .regex(/^\d{1,15}$/, expected.digits)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected.bounds)
    .meta({ type: 'integer', minimum: min, maximum: max });

/** A count given in a query, from 1. */
export const countSchema = (max: number) =>
  digitsSchema(1, max, { digits: 'expected a whole number', bounds: `expected a number from 1 to ${max}` });

/** A time given in a query. */
export const secondsSchema = (min: number, max: number) =>
  digitsSchema(min, max, {
    digits: 'expected a whole number of seconds',
    bounds: `expected ${min} to ${max} seconds`,
  });

/** Characters that end a line, or change the direction of the text around them. */
const misleading = /[\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** A line that people read, in pages, mails and terminals. */
export const visibleText = (lengthMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(lengthMax)
    // oxlint-disable-next-line no-control-regex -- not all languages know classes such as \P{Cc}
    .regex(/^[^\x00-\x1f\x7f-\x9f]*$/u, 'expected text without control characters')
    // Not a pattern: clients in other languages do not know the property.
    .refine((text) => !misleading.test(text), 'expected one line without characters that change the direction of text');

/**
 * A URL, or `undefined` if the text is not one. It replaces `URL.canParse`, which in Node 20 refuses
 * `https://bücher.example/` once V8 has compiled the call.
 */
export const parseUrl = (text: string, base?: string): URL | undefined => {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
};
