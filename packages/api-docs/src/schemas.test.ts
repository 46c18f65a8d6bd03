import { describe, expect, it } from '@jest/globals';
import { tidySchema } from './schemas.js';

describe('tidySchema', () => {
  it('says null beside the type, where the other branch has one type', () =>
    expect(tidySchema({ anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] })).toEqual({
      type: ['string', 'null'],
      maxLength: 5,
    }));

  it('says what the field says of itself, where its type is described too', () =>
    expect(
      tidySchema({
        anyOf: [{ type: 'string', description: 'Of the type.' }, { type: 'null' }],
        description: 'Of the field.',
      }),
    ).toEqual({ type: ['string', 'null'], description: 'Of the field.' }));

  it('keeps null apart from a list of values, which would exclude it', () => {
    const schema = { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] };
    expect(tidySchema(schema)).toEqual(schema);
  });

  it('says a format that JSON Schema knows by its name, and any other by its pattern', () =>
    expect(tidySchema({ a: { format: 'uuid', pattern: 'x' }, b: { format: 'starts_with', pattern: '^y' } })).toEqual({
      a: { format: 'uuid' },
      b: { pattern: '^y' },
    }));

  it('keeps a property that is called format', () => {
    const schema = { type: 'object', properties: { format: { type: 'string' } } };
    expect(tidySchema(schema)).toEqual(schema);
  });

  it('says how exact a number is', () =>
    expect(tidySchema({ anyOf: [{ type: 'number' }, { type: 'null' }] })).toEqual({
      type: ['number', 'null'],
      format: 'double',
    }));

  it('says that an integer may need 64 bits, where it may', () =>
    expect(
      tidySchema([
        { type: 'integer', maximum: 2 ** 40 },
        { type: 'integer', maximum: 9 },
      ]),
    ).toEqual([
      { type: 'integer', maximum: 2 ** 40, format: 'int64' },
      { type: 'integer', maximum: 9 },
    ]));

  it('says no constant without a letter, which could not be named', () =>
    expect(
      tidySchema([
        { type: 'string', const: '***' },
        { type: 'string', const: 'a' },
      ]),
    ).toEqual([{ type: 'string' }, { type: 'string', const: 'a' }]));

  it('never makes clients refuse fields that are added later', () =>
    expect(tidySchema({ type: 'object', additionalProperties: false })).toEqual({ type: 'object' }));
});
