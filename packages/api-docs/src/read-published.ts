import { readFileSync } from 'node:fs';
import { publishedFiles } from './published-files.js';

/** A document or a page as the build wrote it, or what a page loads. */
export type PublishedFile = {
  /** Below the prefix of the API, without a slash before it. */
  path: string;
  body: Buffer;
  headers: { 'content-type': string; 'content-security-policy'?: string };
};

/** A page loads its style, its scripts and what they search in from where it came from. Nothing is within the page. */
const pagePolicy = [
  "default-src 'none'",
  ...['style-src', 'script-src', 'connect-src'].map((directive) => `${directive} 'self'`),
  ...['base-uri', 'form-action', 'frame-ancestors'].map((directive) => `${directive} 'none'`),
  "require-trusted-types-for 'script'",
].join('; ');

/** Reads from disk: once, at start. */
export const readPublished = (api: keyof typeof publishedFiles): PublishedFile[] =>
  publishedFiles[api].map(({ path, file, contentType }) => ({
    path,
    body: readFileSync(new URL(`published/${file}`, import.meta.url)),
    headers: {
      'content-type': contentType,
      ...(contentType.startsWith('text/html') ? { 'content-security-policy': pagePolicy } : {}),
    },
  }));
