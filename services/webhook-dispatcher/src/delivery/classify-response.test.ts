import { describe, expect, it } from '@jest/globals';
import { classifyResponse, isHandled, type PostResult, readRequest } from './classify-response.js';
import { type ErrorCode, errorCodeOf } from './connection-errors.js';

const classifyStatus = (statusCode: number, header: string | null = null) =>
  classifyResponse({ ...answered(statusCode), asks: readRequest(header) });

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

  it.each([
    [404, 'abort-message', 'failed', 'aborted_by_receiver'],
    [503, ' Abort-Message ', 'failed', 'aborted_by_receiver'],
    [422, 'disable', 'gone', 'gone'],
    [410, 'abort-message', 'gone', 'gone'],
    [404, 'abort', 'failed', 'http_status'],
    [200, 'abort-message', 'delivered', null],
    [204, 'disable', 'delivered', null],
  ])('takes %i with webhook-delivery: %s as %s, %s', (status, header, outcome, errorCode) => {
    expect(classifyStatus(status, header)).toEqual({ outcome, errorCode, unreachable: false });
  });

  const classifyFailure = (errorCode: ErrorCode) =>
    classifyResponse({ kind: 'unanswered', errorCode, statusCode: null, errorDetail: null, systemCode: null });

  it('defers a request that our proxy refused: the endpoint was not asked', () => {
    for (const errorCode of ['proxy_unreachable', 'proxy_refused', 'proxy_login_failed'] as const)
      expect(classifyFailure(errorCode)).toMatchObject({ outcome: 'deferred', errorCode, unreachable: false });
  });

  it('narrows the window for silence, and not for a request that this service refuses by itself', () => {
    for (const errorCode of ['dns_timeout', 'connection_refused', 'certificate_expired', 'response_timeout'] as const)
      expect(classifyFailure(errorCode)).toMatchObject({ outcome: 'failed', errorCode, unreachable: true });
    for (const errorCode of ['address_refused', 'url_refused'] as const)
      expect(classifyFailure(errorCode)).toMatchObject({ outcome: 'failed', errorCode, unreachable: false });
  });
});

describe('errorCodeOf', () => {
  it.each([
    ['ECONNREFUSED', 'connection_refused'],
    ['ECONNRESET', 'connection_reset'],
    ['EPIPE', 'connection_reset'],
    ['ETIMEDOUT', 'connection_timeout'],
    ['EHOSTUNREACH', 'host_unreachable'],
    ['CERT_REVOKED', 'tls_failure'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'tls_failure'],
    ['EPROTO', 'tls_failure'],
    ['HPE_INVALID_CONSTANT', 'invalid_response'],
    ['HPE_HEADER_OVERFLOW', 'answer_too_large'],
    ['EMFILE', 'connection_failed'],
    [undefined, 'connection_failed'],
  ])('tells %s as %s', (systemCode, expected) => {
    expect(errorCodeOf(systemCode)).toBe(expected);
  });
});

const answered = (statusCode: number): Extract<PostResult, { kind: 'answered' }> => ({
  kind: 'answered',
  statusCode,
  retryAfter: null,
  asks: null,
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
