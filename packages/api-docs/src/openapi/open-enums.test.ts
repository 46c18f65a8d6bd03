import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../json.js';
import { openEnums } from './open-enums.js';

const letters = { type: 'string', enum: ['a', 'b'] };
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const contentOf = (name: string) => ({ content: { 'application/json': { schema: refTo(name) } } });
const objectWith = (properties: JsonObject) => ({ type: 'object', properties });

/** The opened schemas of a document with one call, whose body is `Sent` and whose answer is `Answered`. */
const openedSchemas = (schemas: JsonObject) => {
  const call = { requestBody: contentOf('Sent'), responses: { 200: contentOf('Answered') } };
  return openEnums({ paths: { '/': { post: call } }, components: { schemas } })['components'];
};

describe('openEnums', () => {
  it('makes an enum of answers a text that tells its values', () => {
    const Answered = objectWith({
      plain: letters,
      maybe: { anyOf: [letters, { type: 'null' }], description: 'Of it.' },
    });
    const values = { 'x-extensible-enum': ['a', 'b'] };
    expect(openedSchemas({ Sent: {}, Answered })).toEqual({
      schemas: {
        Sent: {},
        Answered: objectWith({
          plain: { type: 'string', ...values, description: '`a`, `b`; more may come.' },
          maybe: { type: ['string', 'null'], ...values, description: 'Of it. `a`, `b`; more may come.' },
        }),
      },
    });
  });

  it('opens a named enum of both bodies and answers, and keeps the other enums of bodies', () => {
    const schemas = {
      Sent: objectWith({ mine: letters, letter: refTo('Letter') }),
      Answered: objectWith({ letter: refTo('Letter') }),
      Letter: { ...letters, description: '`a` or `b`.' },
    };
    expect(openedSchemas(schemas)).toEqual({
      schemas: {
        ...schemas,
        Letter: { type: 'string', 'x-extensible-enum': ['a', 'b'], description: '`a` or `b`. More may come.' },
      },
    });
  });

  it('keeps the tag that distinguishes the options of a union', () => {
    const schemas = {
      Sent: {},
      Answered: {
        oneOf: [refTo('One')],
        discriminator: {
          propertyName: 'event',
          mapping: { a: '#/components/schemas/One', b: '#/components/schemas/One' },
        },
      },
      One: objectWith({ event: letters }),
    };
    expect(openedSchemas(schemas)).toEqual({ schemas });
  });
});
