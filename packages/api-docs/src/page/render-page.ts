import { type Json, type JsonObject, listAt, memberOf, membersOf, textAt } from '../json.js';
import { escapeHtml, renderInline, renderMarkdown } from './markdown.js';
import { type Operation, renderOperation } from './render-operation.js';
import { style } from './style.js';

/** An OpenAPI document as one page that needs nothing else: no script, no font, no network. */
export const renderPage = (document: JsonObject): string => {
  const info = memberOf(document, 'info');
  const groups = listAt(document, 'tags').map((tag) => ({
    tag,
    operations: operationsOf(document, textAt(tag, 'name')),
  }));
  const title = escapeHtml(textAt(info, 'title'));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Calls">
<a class="brand" href="#top">${title}</a>
${groups.map(({ tag, operations }) => renderLinks(tag, operations)).join('\n')}
<p class="raw"><a href="openapi.json">openapi.json</a></p>
</nav>
<main id="top">
<h1>${title} <small>v${escapeHtml(textAt(info, 'version'))}</small></h1>
${renderMarkdown(textAt(info, 'description'))}
${groups.map(({ tag, operations }) => renderGroup(document, tag, operations)).join('\n')}
</main>
</body>
</html>
`;
};

const operationsOf = (document: JsonObject, tag: string): Operation[] =>
  [...membersOf(memberOf(document, 'paths')), ...membersOf(memberOf(document, 'webhooks'))]
    .flatMap(([path, methods]) =>
      membersOf(methods).map(([method, value]) => ({ id: textAt(value, 'operationId'), method, path, value })),
    )
    .filter(({ value }) => listAt(value, 'tags').includes(tag));

const renderLinks = (
  tag: Json,
  operations: readonly Operation[],
): string => `<h2><a href="#${anchorOf(tag)}">${escapeHtml(textAt(tag, 'name'))}</a></h2>
<ul>${operations
  .map(
    ({ id, method, value }) =>
      `<li><a href="#${escapeHtml(id)}"><span class="method ${method}">${method.toUpperCase()}</span> ${renderInline(textAt(value, 'summary'))}</a></li>`,
  )
  .join('\n')}</ul>`;

const renderGroup = (document: JsonObject, tag: Json, operations: readonly Operation[]): string =>
  `<h2 id="${anchorOf(tag)}">${escapeHtml(textAt(tag, 'name'))}</h2>
${renderMarkdown(textAt(tag, 'description'))}
${operations.map((operation) => renderOperation(document, operation)).join('\n')}`;

const anchorOf = (tag: Json): string => textAt(tag, 'name').toLowerCase().replaceAll(' ', '-');
