import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { utcDateTimeSchema } from '@delivery/contracts';
import { parseBody, parseQuery } from './parse-input.js';
import { ProblemError } from './problem.js';

const settings = z
  .strictObject({
    url: z.string().optional(),
    events: z.array(z.string()).min(1).optional(),
    header: z.strictObject({ name: z.string() }).optional(),
    ids: z.array(z.guid()).optional(),
  })
  .refine(({ url, events }) => url !== undefined || events !== undefined, 'expected at least one field to change');

const faultsOf = (body: unknown): unknown => parseFaults(settings, body);
const parseFaults = (schema: z.ZodType, body: unknown): unknown => {
  try {
    return parseBody(schema, body);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.extras.errors?.map(({ pointer, code, message }) => [pointer, code, message]);
  }
};

describe('the faults of a query', () => {
  const query = z.object({
    late: z.enum(['true']).optional(),
    state: z.enum(['open', 'mine']).optional(),
    since: utcDateTimeSchema.optional(),
    events: z
      .string()
      .transform((names) => names.split(','))
      .pipe(z.array(z.enum(['one', 'two'])))
      .optional(),
  });
  const time = 'since: expected an RFC 3339 date-time, e.g. 2026-01-31T18:30:00Z or 2026-01-31T15:30:00-03:00.';

  it.each([
    ['late', 'yes', 'late: expected true.'],
    ['state', 'open,mine', 'state: expected exactly one of open, mine.'],
    ['state', 'other', 'state: expected one of open, mine.'],
    ['events', 'one,three,four', 'events: expected one of one, two.'],
    ['since', 'yesterday', time],
    ['since', '2026-01-31T18:00:00 03:00', `${time} In a query a + is written %2B.`],
  ])('name the parameter once, and say what was expected: %s=%s', (name, value, detail) =>
    expect(() => parseQuery(query, new Map([[name, value]]))).toThrow(new ProblemError('invalid_parameter', detail)),
  );
});

describe('the faults of a body', () => {
  it('name each field that there is none of, at any depth, and those that there are', () => {
    const known = 'Unknown field; the known fields are url, events, header, ids.';
    expect(faultsOf({ ur1: 'x', event: [], header: { nam: 1, name: 'a' } })).toEqual([
      ['/header/nam', 'unknown_field', 'Unknown field; the known fields are name.'],
      ['/ur1', 'unknown_field', known],
      ['/event', 'unknown_field', known],
      ['', 'invalid_value', 'Expected at least one field to change.'],
    ]);
    expect(faultsOf({ url: 'x', ['x'.repeat(200)]: 1 })).toEqual([['', 'unknown_field', known]]);
  });

  it.each([
    [z.enum(['full', 'read']), 'expected one of full, read'],
    [z.literal(7), 'expected 7'],
    [
      z.union([z.literal('generate'), z.string().min(4)], 'expected "generate", or a code'),
      'expected "generate", or a code',
    ],
    [z.int(), 'expected a number'],
  ])('say that a field is required where it is absent or null: %#', (field, expected) => {
    for (const body of [{}, { field: null }])
      expect(parseFaults(z.object({ field }), body)).toEqual([
        ['/field', 'required', `This field is required: ${expected}.`],
      ]);
  });

  it('say what an id looks like', () => {
    expect(faultsOf({ url: 'x', ids: ['x'] })).toEqual([
      ['/ids/0', 'invalid_format', 'Expected a UUID, e.g. 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9.'],
    ]);
  });

  it('name the missing fields of a list’s entries, and the expected type of the body', () => {
    expect(faultsOf({ events: [] })).toEqual([['/events', 'too_few', 'Expected at least 1 entry.']]);
    for (const body of [null, 'x', 1, []])
      expect(faultsOf(body)).toEqual([['', 'invalid_type', 'Expected an object.']]);
    expect(parseFaults(z.object({ id: z.string().min(1) }), { id: [] })).toEqual([
      ['/id', 'invalid_type', 'Expected a string.'],
    ]);
    expect(faultsOf({ header: {} })).toEqual([
      ['/header/name', 'required', 'This field is required: expected a string.'],
    ]);
  });
});
