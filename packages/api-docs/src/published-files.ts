import { accessSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { english, guideLanguages } from './page/languages.js';

/** A document or a page as the build wrote it, or a file that a page loads. */
export type PublishedFile = {
  /** Below the prefix of the API, without a slash before it. */
  path: string;
  /** Distinguishes the files at one path. */
  language: string;
  read: () => Promise<Buffer>;
  headers: { 'content-type': string; 'content-security-policy'?: string };
};

/**
 * Redoc's styles by hash: styled-components adds rules to an empty element by script, and there are those of its scroll
 * bar.
 */
const redocStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
];

/** The policy of the reference page alone: Redoc's search is a worker within its script, and it sets HTML. */
const referencePolicy = [
  "default-src 'none'",
  `style-src 'self' ${redocStyles.join(' ')}`,
  "script-src 'self'",
  "connect-src 'self'",
  'worker-src blob:',
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** @throws Error if the build has left out a file: at start, before a caller asks for it */
export const readPublished = (api: keyof typeof publishedFiles): PublishedFile[] =>
  [...publishedFiles[api], ...listParts(prefixes[api])].map(({ path, file, contentType, language }: PublishedEntry) => {
    const url = new URL(`published/${file}`, import.meta.url);
    accessSync(url);
    return {
      path,
      language: language ?? english.tag,
      read: () => readFile(url),
      headers: {
        'content-type': contentType,
        ...(/^docs\/reference-/.test(path) && contentType === html
          ? { 'content-security-policy': referencePolicy }
          : {}),
      },
    };
  });

/** A file that a service serves: where below its prefix, and as what. `language`: of several at one path. */
type PublishedEntry = { path: string; file: string; contentType: string; language?: string };

const html = 'text/html; charset=utf-8';
const json = 'application/json';
const javaScript = 'text/javascript; charset=utf-8';
const plain = 'text/plain; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';

/** The name that Redoc's script gives. */
export const redocLicences = 'redoc.standalone.js.LICENSE.txt';

const prefixes = {
  merchant: '',
  courier: 'courier-',
  platform: 'platform-',
  openDelivery: 'open-delivery-',
  operator: 'operator-',
};

/** The pages of a reference by tag, each with its document. */
const listParts = (prefix: string): readonly PublishedEntry[] =>
  readdirSync(new URL('published/', import.meta.url))
    .filter((file) => file.startsWith(`${prefix}reference-`))
    .map((file) => ({
      path: `docs/${file.slice(prefix.length).replace(/\.html$/, '')}`,
      file,
      contentType: file.endsWith('.html') ? html : json,
    }));

/** The document of an API, the first page of its reference, and what its pages load. */
const reference = (prefix: string): readonly PublishedEntry[] => [
  { path: 'openapi.json', file: `${prefix}openapi.json`, contentType: json },
  { path: 'docs', file: `${prefix}docs.html`, contentType: html },
  { path: 'docs/reference.md', file: `${prefix}reference.md`, contentType: markdown },
  { path: 'docs/style.css', file: 'style.css', contentType: 'text/css; charset=utf-8' },
  { path: 'docs/icon.svg', file: 'icon.svg', contentType: 'image/svg+xml' },
  { path: 'docs/redoc.js', file: 'redoc.js', contentType: javaScript },
  { path: `docs/${redocLicences}`, file: redocLicences, contentType: plain },
  ...['reference.js', 'find-call.js', 'guide.js', 'find-sections.js'].map((file) => ({
    path: `docs/${file}`,
    file,
    contentType: javaScript,
  })),
];

/** A page, and the same for programs. */
const page = (path: string, file: string): readonly PublishedEntry[] => [
  { path: `docs/${path}`, file: `${file}.html`, contentType: html },
  { path: `docs/${path}.md`, file: `${file}.md`, contentType: markdown },
];

const guide = (prefix: string): readonly PublishedEntry[] => [
  ...page('guide', `${prefix}guide`),
  ...page('events', `${prefix}events`),
];

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Receivers to begin with: their place in the repository, and their name where they are served. */
export const receivers = Object.entries({
  'examples/python/receiver.py': 'Python',
  'examples/go/receiver.go': 'Go',
  'examples/java/Receiver.java': 'Java',
  'examples/php/receiver.php': 'PHP',
  'examples/csharp/Receiver.cs': 'C#',
}).map(([source, language]) => ({ source, language, name: nameOf(source) }));

export const clientFile = 'delivery-client.tgz';

const publishedFiles = {
  merchant: [
    ...reference(''),
    ...guide(''),
    ...guideLanguages.filter(({ path }) => path !== 'guide').flatMap(({ path, file }) => page(path, file)),
    ...guideLanguages.map(({ reference: { path, file } }) => ({ path, file, contentType: html })),
    ...guideLanguages
      .filter(({ tag }) => tag !== english.tag)
      .map(({ tag, reference: { file } }) => ({ path: 'docs', file, contentType: html, language: tag })),
    ...page('open-delivery', 'open-delivery'),
    ...page('coming-from', 'coming-from'),
    ...page('changelog', 'changelog'),
    { path: 'llms.txt', file: 'llms.txt', contentType: plain },
    { path: 'docs/webhook-signature-vectors.json', file: 'webhook-signature-vectors.json', contentType: json },
    ...receivers.map(({ name }) => ({ path: `docs/receivers/${name}`, file: name, contentType: plain })),
    { path: `docs/${clientFile}`, file: clientFile, contentType: 'application/gzip' },
  ],
  courier: [
    ...reference('courier-'),
    ...guide('courier-'),
    { path: 'docs/courier.py', file: 'courier.py', contentType: plain },
  ],
  platform: [...reference('platform-'), ...guide('platform-')],
  openDelivery: [...reference('open-delivery-')],
  operator: [...reference('operator-'), ...page('operations', 'operations')],
} as const satisfies Record<string, readonly PublishedEntry[]>;
