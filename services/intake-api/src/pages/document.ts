import { createHash } from 'node:crypto';
import { style } from './style.js';

/** For a policy: this text alone. */
export const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of every page. A page with a script or a form extends it. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${sourceOf(style)}`,
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/** A page's address is never sent on, stored or indexed: everyone who has it can see the page. */
export const pageHeaders = (policy: readonly string[]) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
});

export const renderDocument = (lang: string, title: string, body: string): string => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;

/** @param rest HTML */
export const renderCard = (title: string, detail: string, rest = ''): string =>
  `<main><div class="card"><h1>${escape(title)}</h1><p class="expected">${escape(detail)}</p>${rest}</div></main>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
