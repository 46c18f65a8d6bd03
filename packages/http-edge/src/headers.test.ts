import { describe, expect, it } from '@jest/globals';
import { readIfMatch, tagWithVersion } from './headers.js';

describe('readIfMatch', () => {
  it('reads the versions of tags as they were given out, whatever the bytes were', () => {
    expect(readIfMatch(`${tagWithVersion(3, 'body')} , ${tagWithVersion(4, 'other')}`)).toEqual([3, 4]);
  });

  it.each([[undefined], ['*'], [' * ']])('takes any version for %j', (header) => {
    expect(readIfMatch(header)).toBeUndefined();
  });

  it.each([[`W/${tagWithVersion(3, 'body')}`], ['"3"'], ['3.abc'], ['""'], ['']])(
    'matches nothing with %j',
    (header) => {
      expect(readIfMatch(header)).toEqual([]);
    },
  );
});
