import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Request } from 'express';
import type { Answer } from './answer.js';
import { hasTag, tagOf } from './entity-tag.js';
import type { Route } from './route.js';

/** What is the same for everybody while the process lives. */
export type PublishedFile = Pick<Route<never>, 'method' | 'path'> & { answerTo: (request: Request) => Answer };

/**
 * Compressed here, once. Unless the headers say otherwise it is to be kept, and asked about each time: a new release has
 * another file at the same path.
 */
export const publishedFile = (path: string, body: Buffer, headers: Readonly<Record<string, string>>): PublishedFile => {
  const codings: Readonly<Record<string, Coded>> = {
    br: toCoded(brotliCompressSync(body), { ...headers, 'content-encoding': 'br' }),
    gzip: toCoded(gzipSync(body, { level: 9 }), { ...headers, 'content-encoding': 'gzip' }),
  };
  const plain = toCoded(body, headers);
  return {
    method: 'GET',
    path,
    answerTo: (request) => {
      const coding = request.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
      const { etag, full, unchanged } = codings[coding] ?? plain;
      return hasTag(request.headers['if-none-match'], etag) ? unchanged : full;
    },
  };
};

type Coded = { etag: string; full: Answer; unchanged: Answer };

/** Each coding has bytes of its own, and so a tag of its own. */
const toCoded = (body: Buffer, headers: Readonly<Record<string, string>>): Coded => {
  const etag = tagOf(body);
  const all = { etag, vary: 'accept-encoding', 'cache-control': 'no-cache', ...headers };
  const kept = ['etag', 'vary', 'cache-control', 'access-control-allow-origin'];
  const unchanged = Object.fromEntries(Object.entries(all).filter(([name]) => kept.includes(name)));
  return { etag, full: { status: 200, body, headers: all }, unchanged: { status: 304, headers: unchanged } };
};
