import { readFileSync } from 'node:fs';
import { publishedFiles } from './published-files.js';

/** A document or a page as the build wrote it, or what a page loads. */
export type PublishedFile = {
  /** Below the prefix of the API, without a slash before it. */
  path: string;
  body: Buffer;
  headers: { 'content-type': string; 'content-security-policy'?: string };
};

const policy = (...directives: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...directives,
  ].join('; ');

/** Redoc's styles by hash: styled-components adds rules to an empty element by script, and there are those of its scroll bar. */
const redocStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
];

/** A page loads its style and its scripts from where it came from. Redoc's search is a worker within its script. */
const policies: Readonly<Record<string, string>> = {
  docs: policy(`style-src 'self' ${redocStyles.join(' ')}`, 'worker-src blob:', 'img-src data:'),
  'docs/guide': policy("style-src 'self'", "require-trusted-types-for 'script'"),
};

/** Reads from disk: once, at start. */
export const readPublished = (api: keyof typeof publishedFiles): PublishedFile[] =>
  publishedFiles[api].map(({ path, file, contentType }) => ({
    path,
    body: readFileSync(new URL(`published/${file}`, import.meta.url)),
    headers: {
      'content-type': contentType,
      ...(policies[path] === undefined ? {} : { 'content-security-policy': policies[path] }),
    },
  }));
