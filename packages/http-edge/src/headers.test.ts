import { describe, expect, it } from '@jest/globals';
import { readIfMatch, tagWithVersion } from './headers.js';

describe('readIfMatch', () => {
  it('reads the versions of tags as they were given out, whatever the bytes were', () => {
    expect(readIfMatch(`${tagWithVersion(3, 'body')} , ${tagWithVersion(4, 'other')}`)).toEqual([3, 4]);
  });

  it('reads the version of a tag that a compressing proxy has made weak', () => {
    expect(readIfMatch(`W/${tagWithVersion(3, 'body')}, "4.abc-gzip"`)).toEqual([3, 4]);
  });

  it.each([[undefined], ['*'], [' * ']])('takes any version for %j', (header) => {
    expect(readIfMatch(header)).toBeUndefined();
  });

  it.each([['"3"'], ['w/"3.abc"'], ['3.abc'], ['""'], ['']])('matches nothing with %j', (header) => {
    expect(readIfMatch(header)).toEqual([]);
  });
});
