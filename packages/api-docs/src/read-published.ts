import { readFileSync } from 'node:fs';
import { publishedFiles } from './published-files.js';

/** A document or a page as the build wrote it, or what a page loads. */
export type PublishedFile = {
  /** Below the prefix of the API, without a slash before it. */
  path: string;
  body: Buffer;
  headers: { 'content-type': string };
};

/** Reads from disk: once, at start. */
export const readPublished = (api: keyof typeof publishedFiles): PublishedFile[] =>
  publishedFiles[api].map(({ path, file, contentType }) => ({
    path,
    body: readFileSync(new URL(`published/${file}`, import.meta.url)),
    headers: { 'content-type': contentType },
  }));
