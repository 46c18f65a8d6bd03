import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Request } from 'express';
import type { Answer } from './answer.js';
import { codingFor } from './compress-answer.js';
import { hasTag, tagOf } from './headers.js';
import type { Route } from './route.js';

/** Pages of any origin may read them: they are the same for all callers, and need no credentials. */
const forEverybody = { 'access-control-allow-origin': '*' };

type ReadBody = () => Promise<Buffer>;
type Document = { path: string; language: string; read: ReadBody; headers: Readonly<Record<string, string>> };

/**
 * The public files of an API below the prefix: its document, the pages made of it, and the files that those load. If a
 * path has several files, the browser's language decides.
 */
export const publishedDocuments = (prefix: string, files: readonly Document[]): PublishedFile[] =>
  [...new Set(files.map(({ path }) => path))].map((path) => {
    const variants = files.filter((file) => file.path === path);
    return atOnePath(
      inLanguages(
        variants.map(({ language, read, headers }) => ({
          language,
          file: publishedFile(`${prefix}/${path}`, read, { ...forEverybody, ...headers }),
        })),
      ),
    );
  });

/**
 * Links of a page are relative to where it is, so that it can be served below any path: with a slash behind they would
 * fail.
 */
const atOnePath = ({ method, path, answerTo }: PublishedFile): PublishedFile => ({
  method,
  path,
  answerTo: async (request) =>
    request.path.endsWith('/')
      ? { status: 308, headers: { location: `../${path.split('/').at(-1) ?? ''}` } }
      : answerTo(request),
});

/** `styleUrl`: of MapLibre. Without one there is no map: nothing is opened to another origin. */
type MapPage = { directory: URL; styleUrl: string | undefined };

/** Pages, and at `/map/` the page of a map, which they embed. */
export const publishedPagesWithMap = (
  prefix: string,
  directory: URL,
  { directory: mapDirectory, styleUrl }: MapPage,
): PublishedFile[] => {
  if (styleUrl === undefined) return publishedPages(prefix, directory);
  return [
    ...publishedPages(prefix, directory, { meta: { map: '../map/' }, headers: framingHeaders }),
    ...publishedPages('/map', mapDirectory, { meta: { 'map-style': styleUrl }, headers: mapHeaders(styleUrl) }),
  ];
};

/**
 * Headers of the map and its worker: they may call only the style's origin. MapLibre makes its worker and credits from
 * texts.
 */
const mapHeaders = (styleUrl: string): Record<string, string> => {
  const { origin } = new URL(styleUrl);
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "worker-src 'self'",
      `connect-src 'self' ${origin}`,
      `img-src 'self' data: blob: ${origin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
  };
};

/** Additions of the service to pages: `meta` holds configured values by name. */
type PageAdditions = {
  meta?: Readonly<Record<string, string>>;
  /** Headers of the page and of its files: a worker has the policy of its own file. */
  headers?: Readonly<Record<string, string>>;
};

type Place = PageAdditions & { prefix: string; directory: string };

/**
 * The files of pages that were built, below the prefix. `index.html` is at the prefix itself; a file in `assets/` has a
 * hash in its name and is kept for ever.
 * @param directory where the build put them
 * @throws Error where there is no such build, or a file of a kind that has no content type here
 */
const publishedPages = (prefix: string, directory: URL, additions: PageAdditions = {}): PublishedFile[] => {
  const place = { prefix, directory: fileURLToPath(directory), ...additions };
  return [
    ...listFiles(place.directory).map((name) => toPage(place, name)),
    ...listFiles(join(place.directory, 'assets')).map((name) => toAsset(place, name)),
  ];
};

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const toPage = ({ prefix, directory, meta, headers }: Place, name: string): PublishedFile => {
  const isIndex = name === 'index.html';
  const readPlain = () => readFile(join(directory, name));
  const read = isIndex ? async () => addMeta(await readPlain(), meta) : readPlain;
  const file = publishedFile(`${prefix}/${isIndex ? '' : name}`, read, {
    ...headers,
    'content-type': contentTypeOf(name),
  });
  return isIndex ? belowItsPrefix(prefix, file) : file;
};

const addMeta = (page: Buffer, meta: PageAdditions['meta'] = {}): Buffer => {
  const added = Object.entries(meta).map(
    ([name, content]) => `<meta name="${name}" content="${escapeText(content)}" />`,
  );
  return Buffer.from(page.toString().replace('</head>', () => `${added.join('')}</head>`));
};

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A page's links are relative to it, so its own address must end in a slash. */
const belowItsPrefix = (prefix: string, index: PublishedFile): PublishedFile => {
  const location = `${prefix.split('/').at(-1) ?? ''}/`;
  return {
    ...index,
    answerTo: async (request) =>
      request.path.endsWith('/') ? index.answerTo(request) : { status: 308, headers: { location } },
  };
};

const toAsset = ({ prefix, directory, headers }: Place, name: string): PublishedFile =>
  publishedFile(`${prefix}/assets/${name}`, () => readFile(join(directory, 'assets', name)), {
    ...headers,
    'content-type': contentTypeOf(name),
    'cache-control': 'public, max-age=31536000, immutable',
  });

const contentTypeOf = (name: string): string => {
  const type = contentTypes[extname(name)];
  if (type === undefined) throw new Error(`no content type is known for ${name}`);
  return type;
};

/** A file that is the same for all callers while the process lives. */
export type PublishedFile = Pick<Route<never>, 'method' | 'path'> & { answerTo: (request: Request) => Promise<Answer> };

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Each coding of a file is made at its first request and kept: all files take 15 MB and a second of compression, and
 * most processes never serve them. Unless the headers say otherwise, clients keep the file and ask about it each time,
 * because a new release has another file at the same path. A page gets the policy of all pages.
 */
const publishedFile = (path: string, read: ReadBody, given: Readonly<Record<string, string>>): PublishedFile => {
  const headers = given['content-type']?.startsWith('text/html') ? { ...pageHeaders, ...given } : given;
  const codings = {
    br: once(async () => toCoded(await toBrotli(await read()), { ...headers, 'content-encoding': 'br' })),
    gzip: once(async () =>
      toCoded(await toGzip(await read(), { level: 9 }), { ...headers, 'content-encoding': 'gzip' }),
    ),
  };
  const plain = once(async () => toCoded(await read(), headers));
  return {
    method: 'GET',
    path,
    answerTo: async (request) => {
      const coding = codingFor(request);
      const { etag, full, unchanged } = await (coding ? codings[coding] : plain)();
      return hasTag(request.headers['if-none-match'], etag) ? unchanged : full;
    },
  };
};

/** Callers that ask while it is being made wait for the same result. After a failure the next caller makes it again. */
const once = (make: () => Promise<Coded>): (() => Promise<Coded>) => {
  let made: Promise<Coded> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
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

type InLanguage = { language: string; file: PublishedFile };

/** A file that exists in several languages: in one that the caller's browser asks for, else in the first. */
export const inLanguages = (variants: readonly InLanguage[]): PublishedFile => {
  const [first] = variants;
  if (first === undefined) throw new Error('a published file has at least one language');
  if (variants.length === 1) return first.file;
  const names = variants.map(({ language }) => withoutRegion(language));
  return {
    ...first.file,
    answerTo: async (request) => {
      const accepted = request.acceptsLanguages(names);
      const { file, language } = variants.find((each) => withoutRegion(each.language) === accepted) ?? first;
      const answer = await file.answerTo(request);
      const vary = [answer.headers?.['vary'], 'accept-language'].filter(Boolean).join(', ');
      return { ...answer, headers: { ...answer.headers, vary, 'content-language': language } };
    },
  };
};

/** A reader of European Portuguese is better served by Brazilian Portuguese than by English. */
const withoutRegion = (tag: string): string => tag.replace(/-.*/, '');

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/**
 * The headers of every page that is served: it runs its own files and calls its own origin only, no text can become
 * HTML or a script, and no link sends a referrer.
 */
const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'no-referrer',
};

/** Headers of a page that may embed another page of its origin. */
const framingHeaders = {
  'content-security-policy': [...policy, "frame-src 'self'"].join('; '),
};
