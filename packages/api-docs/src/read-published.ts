import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The merchant API's document and page, as the build wrote them. */
export type Published = {
  openapi: Buffer;
  page: Buffer;
  /** Content-Security-Policy of the page: its own style and nothing else. */
  pagePolicy: string;
};

/** Reads from disk: once, at start. */
export const readPublished = (): Published => {
  const page = read('docs.html');
  const style = /<style>([^]*?)<\/style>/.exec(page.toString('utf8'))?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const pagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { openapi: read('openapi.json'), page, pagePolicy };
};

const read = (name: string): Buffer => readFileSync(new URL(`published/${name}`, import.meta.url));
