import { expect, test } from '@jest/globals';
import { indentJson } from './indent-json.js';

test('gives each member a line of its own', () => {
  expect(indentJson('{"a":[1,{"b":null}],"c":{}, "d":[]}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": []\n}',
  );
});

test('changes no number and no string, whatever is in it', () => {
  const members = ['1.50', '12345678901234567890', String.raw`"{\"a\": [1,2]} \\"`, '"ação 🍕"', '1e5'];
  expect(indentJson(`[${members.join(',')}]`)).toBe(`[\n  ${members.join(',\n  ')}\n]`);
});
