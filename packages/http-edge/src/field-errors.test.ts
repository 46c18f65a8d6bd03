import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseBody } from './parse-input.js';
import { ProblemError } from './problem.js';

const settings = z
  .strictObject({
    url: z.string().optional(),
    events: z.array(z.string()).min(1).optional(),
    header: z.strictObject({ name: z.string() }).optional(),
    ids: z.array(z.guid()).optional(),
  })
  .refine(({ url, events }) => url !== undefined || events !== undefined, 'expected at least one field to change');

const faultsOf = (body: unknown): unknown => {
  try {
    return parseBody(settings, body);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.extras.errors?.map(({ pointer, code, message }) => [pointer, code, message]);
  }
};

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

  it('say what an id looks like', () => {
    expect(faultsOf({ url: 'x', ids: ['x'] })).toEqual([
      ['/ids/0', 'invalid_format', 'Expected a UUID, e.g. 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9.'],
    ]);
  });

  it('name the missing fields of a list’s entries, and the expected type of the body', () => {
    expect(faultsOf({ events: [] })).toEqual([['/events', 'too_few', 'Expected at least 1 entry.']]);
    for (const body of [null, 'x', 1, []])
      expect(faultsOf(body)).toEqual([['', 'invalid_type', 'Expected an object.']]);
    expect(faultsOf({ header: {} })).toEqual([
      ['/header/name', 'required', 'This field is required: expected a string.'],
    ]);
  });
});
