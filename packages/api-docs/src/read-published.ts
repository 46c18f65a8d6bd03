import { readFileSync } from 'node:fs';
import { english } from './page/languages.js';
import { type PublishedEntry, publishedFiles } from './published-files.js';

/** A document or a page as the build wrote it, or a file that a page loads. */
export type PublishedFile = {
  /** Below the prefix of the API, without a slash before it. */
  path: string;
  /** Of several at one path. */
  language: string;
  body: Buffer;
  headers: { 'content-type': string; 'content-security-policy'?: string };
};

/** Redoc's styles by hash: styled-components adds rules to an empty element by script, and there are those of its scroll bar. */
const redocStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
];

/** Of the reference, in place of the policy of all other pages: Redoc's search is a worker within its script, and it sets HTML. */
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

/** Reads from disk: once, at start. */
export const readPublished = (api: keyof typeof publishedFiles): PublishedFile[] =>
  publishedFiles[api].map(({ path, file, contentType, language }: PublishedEntry) => ({
    path,
    language: language ?? english.tag,
    body: readFileSync(new URL(`published/${file}`, import.meta.url)),
    headers: {
      'content-type': contentType,
      ...(/^docs(-..)?$/.test(path) ? { 'content-security-policy': referencePolicy } : {}),
    },
  }));
