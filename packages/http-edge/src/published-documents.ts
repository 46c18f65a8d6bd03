import { type PublishedFile,publishedFile } from './published-file.js';

/** Pages of any origin may read them: they are the same for everybody, and need no credentials. */
const forEverybody = { 'access-control-allow-origin': '*' };

/** What tells everybody of an API, below the prefix: its document, and the page made of it. */
export const publishedDocuments = (
  prefix: string,
  { openapi, page, pagePolicy }: { openapi: Buffer; page: Buffer; pagePolicy: string },
): PublishedFile[] => [
  publishedFile(`${prefix}/openapi.json`, openapi, { ...forEverybody, 'content-type': 'application/json' }),
  publishedFile(`${prefix}/docs`, page, {
    ...forEverybody,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy,
  }),
];
