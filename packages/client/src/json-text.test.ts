import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonText, readMember, writeWithMember } from './json-text.js';

const membersOtherThan = (name: string) =>
  fc.dictionary(
    fc.string().filter((other) => other !== name),
    fc.jsonValue(),
  );

describe('JsonText', () => {
  it('is sent and read as it is written, where JavaScript would change it', () => {
    const text = '{ "b":1.50, "a" : 12345678901234567890, "a":{"external_data":[1,"}"]} }';
    const json = writeWithMember({ external_id: 'A-1' }, 'external_data', new JsonText(text));
    expect(readMember(json, 'external_data')).toBe(text);
  });

  it('is any value, beside any members', () => {
    fc.assert(
      fc.property(fc.json(), membersOtherThan('external_data'), (text, members) => {
        const json = writeWithMember(members, 'external_data', new JsonText(text));
        expect(readMember(json, 'external_data')).toBe(text);
        expect(readMember(`{"external_data":${text},${json.slice(1)}`, 'external_data')).toBe(text);
      }),
    );
  });

  it('is absent where no member of the object itself has the name', () => {
    expect(readMember('{"a":{"external_data":1},"b":"external_data"}', 'external_data')).toBeUndefined();
    expect(readMember('{}', 'external_data')).toBeUndefined();
  });

  it('must be JSON', () => {
    expect(() => new JsonText('{"a":')).toThrow(SyntaxError);
  });
});
