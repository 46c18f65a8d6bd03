import { describe, expect, it } from '@jest/globals';
import { merchantListQuerySchema, searchQuerySchema } from './list-queries.js';
import { countSchema } from './primitives.js';

describe('A count', () => {
  it.each(['0', '101', '-1', '1.5', '1e1', ' 1', '', 'x', '9'.repeat(400)])('refuses %s', (text) => {
    expect(countSchema(100).safeParse(text).success).toBe(false);
  });
});

describe('A searched text', () => {
  it.each([searchQuerySchema, merchantListQuerySchema])('that is too long has one fault', (schema) => {
    expect(schema.safeParse({ q: 'x'.repeat(400) }).error?.issues).toMatchObject([{ code: 'too_big', maximum: 128 }]);
  });
});
