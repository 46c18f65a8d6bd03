import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The document and the page of one API, as the build wrote them. */
export type Published = {
  openapi: Buffer;
  page: Buffer;
  /** Content-Security-Policy of the page: its own style and nothing else. */
  pagePolicy: string;
};

const prefixes = { merchant: '', operator: 'operator-' } as const;

/** Reads from disk: once, at start. */
export const readPublished = (api: keyof typeof prefixes): Published => {
  const prefix = prefixes[api];
  const page = read(`${prefix}docs.html`);
  const style = /<style>([^]*?)<\/style>/.exec(page.toString('utf8'))?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const pagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { openapi: read(`${prefix}openapi.json`), page, pagePolicy };
};

const read = (name: string): Buffer => readFileSync(new URL(`published/${name}`, import.meta.url));
