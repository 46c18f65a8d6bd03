import { describe, expect, it } from '@jest/globals';
import { isHandled } from './judge-fault.js';
import type { PostResult } from './post-result.js';

const answered = (statusCode: number): PostResult => ({
  kind: 'answered',
  statusCode,
  retryAfter: null,
  excerpt: '',
  redirectsTo: null,
});
const silent: PostResult = {
  kind: 'unanswered',
  errorCode: 'response_timeout',
  statusCode: 400,
  errorDetail: null,
  systemCode: null,
};
const [taken, failed] = [{ outcome: 'delivered' }, { outcome: 'failed' }] as const;

describe('isHandled', () => {
  it.each(['wrong_signature', 'stale_timestamp'] as const)('wants %s itself refused with 4xx', (kind) => {
    const handled = [200, 299, 302, 400, 401, 499, 500].filter((status) => isHandled(kind, answered(status), failed));
    expect(handled).toEqual([400, 401, 499]);
    expect(isHandled(kind, silent, taken)).toBe(false);
  });

  it('wants a duplicate answered 2xx, as the first was', () => {
    const handled = [200, 204, 302, 409, 500].filter((status) => isHandled('duplicate', answered(status), taken));
    expect(handled).toEqual([200, 204]);
    expect(isHandled('duplicate', answered(200), failed)).toBe(false);
  });

  it('wants a webhook that was to be exhausted refused, or not answered', () => {
    expect(isHandled('exhaust', answered(500), failed)).toBe(true);
    expect(isHandled('exhaust', silent, failed)).toBe(true);
    expect(isHandled('exhaust', answered(200), taken)).toBe(false);
  });

  it('wants the event ahead of a gap taken or refused, and the held one taken', () => {
    const handled = [200, 302, 409, 500].filter((status) => isHandled('gap', answered(status), taken));
    expect(handled).toEqual([200, 409]);
    expect(isHandled('gap', answered(200), failed)).toBe(false);
    expect(isHandled('gap', silent, taken)).toBe(false);
  });
});
