import { describe, expect, it } from '@jest/globals';
import { classifyResponse } from './classify-response.js';
import { errorCodeOf, errorCodes } from './error-code.js';

const classifyStatus = (statusCode: number) =>
  classifyResponse({ kind: 'answered', statusCode, retryAfter: null, excerpt: 'ignored' });

describe('classifyResponse', () => {
  it.each([200, 201, 202, 204, 299])('takes %i as delivered', (status) => {
    expect(classifyStatus(status)).toMatchObject({ outcome: 'delivered', errorCode: null, unreachable: false });
  });

  it.each([
    [300, 'failed', 'redirect_refused'],
    [301, 'failed', 'redirect_refused'],
    [307, 'failed', 'redirect_refused'],
    [400, 'failed', 'http_status'],
    [404, 'failed', 'http_status'],
    [410, 'gone', 'gone'],
    [429, 'failed', 'rate_limited'],
    [500, 'failed', 'http_status'],
    [503, 'failed', 'unavailable'],
    [101, 'failed', 'http_status'],
    [999, 'failed', 'http_status'],
  ])('takes %i as %s, %s, and as an answer', (status, outcome, errorCode) => {
    expect(classifyStatus(status)).toMatchObject({ outcome, errorCode, unreachable: false });
  });

  it('defers what a proxy of ours did not let out: the endpoint was not asked', () => {
    for (const errorCode of errorCodes.filter((code) => code.startsWith('proxy_'))) {
      const result = classifyResponse({ kind: 'unanswered', errorCode, statusCode: null, detail: null });
      expect(result).toMatchObject({ outcome: 'deferred', errorCode, unreachable: false });
    }
  });

  it('narrows the window for silence, and not for what this service refuses by itself', () => {
    for (const errorCode of errorCodes.slice(0, 9)) {
      const result = classifyResponse({ kind: 'unanswered', errorCode, statusCode: null, detail: null });
      expect(result).toMatchObject({ outcome: 'failed', errorCode, unreachable: true });
    }
    for (const errorCode of ['address_refused', 'url_refused'] as const) {
      const result = classifyResponse({ kind: 'unanswered', errorCode, statusCode: null, detail: null });
      expect(result).toMatchObject({ outcome: 'failed', errorCode, unreachable: false });
    }
  });
});

describe('errorCodeOf', () => {
  it.each([
    ['ECONNREFUSED', 'connection_refused'],
    ['ECONNRESET', 'connection_reset'],
    ['EPIPE', 'connection_reset'],
    ['ETIMEDOUT', 'connection_timeout'],
    ['EHOSTUNREACH', 'host_unreachable'],
    ['CERT_HAS_EXPIRED', 'tls_failure'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failure'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls_failure'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_failure'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failure'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failure'],
    ['EPROTO', 'tls_failure'],
    ['HPE_INVALID_CONSTANT', 'invalid_response'],
    ['HPE_HEADER_OVERFLOW', 'invalid_response'],
    ['EMFILE', 'connection_failed'],
    [undefined, 'connection_failed'],
  ])('tells %s as %s', (systemCode, expected) => {
    expect(errorCodeOf(systemCode)).toBe(expected);
  });
});
