import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PublishedFile, publishedFile } from './published-file.js';

/** What the service adds to pages: by `meta` it tells them, by name, what was configured. */
type PageAdditions = {
  meta?: Readonly<Record<string, string>>;
  /** Of the page and of its files: a worker has the policy that its own file came with. */
  headers?: Readonly<Record<string, string>>;
};

type Place = PageAdditions & { prefix: string; directory: string };

/**
 * The files of pages that were built, below the prefix. `index.html` is at the prefix itself; a file in `assets/` has a hash
 * in its name and is kept for ever. Read once.
 * @param directory where the build put them
 * @throws Error where there is no such build, or a file of a kind that has no content type here
 */
export const publishedPages = (prefix: string, directory: URL, additions: PageAdditions = {}): PublishedFile[] => {
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
  const body = readFileSync(join(directory, name));
  const file = publishedFile(`${prefix}/${isIndex ? '' : name}`, isIndex ? addMeta(body, meta) : body, {
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
  publishedFile(`${prefix}/assets/${name}`, readFileSync(join(directory, 'assets', name)), {
    ...headers,
    'content-type': contentTypeOf(name),
    'cache-control': 'public, max-age=31536000, immutable',
  });

const contentTypeOf = (name: string): string => {
  const type = contentTypes[extname(name)];
  if (type === undefined) throw new Error(`no content type is known for ${name}`);
  return type;
};
