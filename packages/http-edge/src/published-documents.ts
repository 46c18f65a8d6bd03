import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Request } from 'express';
import type { Answer } from './answer.js';
import type { Route } from './route.js';

type PublishedDocument = Pick<Route<never>, 'method' | 'path'> & { answerTo: (request: Request) => Answer };

/**
 * What tells everybody of an API, below the prefix: its document, and the page made of it. Pages of any origin may read
 * them: they are the same for everybody, and need no credentials.
 */
export const publishedDocuments = (
  prefix: string,
  { openapi, page, pagePolicy }: { openapi: Buffer; page: Buffer; pagePolicy: string },
): PublishedDocument[] => {
  const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy };
  return [
    toDocument(`${prefix}/openapi.json`, openapi, { 'content-type': 'application/json' }),
    toDocument(`${prefix}/docs`, page, pageHeaders),
  ];
};

/** Compressed here, once: it does not change while the process lives. */
const toDocument = (path: string, body: Buffer, headers: Record<string, string>): PublishedDocument => {
  const plain = toCoded(body, headers);
  const compressed = toCoded(gzipSync(body, { level: 9 }), { ...headers, 'content-encoding': 'gzip' });
  return {
    method: 'GET',
    path,
    answerTo: (request) => {
      const { etag, full, unchanged } = request.acceptsEncodings('gzip', 'identity') === 'gzip' ? compressed : plain;
      return hasTag(request.headers['if-none-match'], etag) ? unchanged : full;
    },
  };
};

type Coded = { etag: string; full: Answer; unchanged: Answer };

/** A strong tag tells the very bytes, so each coding has its own. */
const toCoded = (body: Buffer, headers: Record<string, string>): Coded => {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const common = {
    etag,
    vary: 'accept-encoding',
    // To be kept, and asked about each time: a new release has another document at the same path.
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
  };
  return {
    etag,
    full: { status: 200, body, headers: { ...common, ...headers } },
    unchanged: { status: 304, headers: common },
  };
};

/** RFC 9110, 13.1.2: compared without regard to `W/`, which proxies put before the tag of what they have recoded. */
const hasTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((known) => ['*', etag].includes(known.trim().replace(/^W\//, '')));
