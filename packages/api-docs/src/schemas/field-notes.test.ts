import { describe, expect, it } from '@jest/globals';
import { applyNotes } from './field-notes.js';

const schemas = {
  Order: {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } } },
  },
};

describe('applyNotes', () => {
  it('describes a field within a list', () =>
    expect(applyNotes(schemas, { Order: { 'items[].name': 'On the menu.' } })).toMatchObject({
      Order: { properties: { items: { items: { properties: { name: { description: 'On the menu.' } } } } } },
    }));

  it('fails on a note about a field that is gone, so that no stale word is published', () =>
    expect(() => applyNotes(schemas, { Order: { price: 'In cents.' } })).toThrow(/Order\.price/));
});
