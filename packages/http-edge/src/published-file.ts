import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Request } from 'express';
import type { Answer } from './answer.js';
import { hasTag, tagOf } from './entity-tag.js';
import { pageHeaders } from './page-headers.js';
import type { Route } from './route.js';

/** A file that is the same for all callers while the process lives. */
export type PublishedFile = Pick<Route<never>, 'method' | 'path'> & { answerTo: (request: Request) => Promise<Answer> };

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Compressed when it is first asked for, once, and beside the thread that answers: all files together take a second, which
 * a start need not wait for. Unless the headers say otherwise it is to be kept, and asked about each time: a new release has
 * another file at the same path. A page gets the policy of all pages.
 */
export const publishedFile = (path: string, body: Buffer, given: Readonly<Record<string, string>>): PublishedFile => {
  const headers = given['content-type']?.startsWith('text/html') ? { ...pageHeaders, ...given } : given;
  const codings: Readonly<Record<string, () => Promise<Coded>>> = {
    br: once(async () => toCoded(await toBrotli(body), { ...headers, 'content-encoding': 'br' })),
    gzip: once(async () => toCoded(await toGzip(body, { level: 9 }), { ...headers, 'content-encoding': 'gzip' })),
  };
  const plain = once(() => Promise.resolve(toCoded(body, headers)));
  return {
    method: 'GET',
    path,
    answerTo: async (request) => {
      const coding = request.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
      const { etag, full, unchanged } = await (codings[coding] ?? plain)();
      return hasTag(request.headers['if-none-match'], etag) ? unchanged : full;
    },
  };
};

/** Callers that ask while it is being made wait for the same result. */
const once = (make: () => Promise<Coded>): (() => Promise<Coded>) => {
  let made: Promise<Coded> | undefined;
  return () => (made ??= make());
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
