import { type Json, type JsonObject, listAt, memberOf, textAt } from '../json.js';
import { escapeHtml, renderInline, renderMarkdown } from './markdown.js';
import { findShared, listOperations, type Operation, type Shared } from './operations.js';
import { renderEveryCall, renderEveryWebhook } from './render-common.js';
import { renderCall, renderWebhook } from './render-operation.js';
import { style } from './style.js';

/** A tag of the document with what belongs to it. */
type Group = { name: string; anchor: string; description: string; operations: readonly Operation[] };

/** An OpenAPI document as one page that needs nothing else: no script, no font, no network. */
export const renderPage = (document: JsonObject): string => {
  const info = memberOf(document, 'info');
  const all = listOperations(document);
  const groups = listAt(document, 'tags').map((tag) => toGroup(tag, all));
  const shared = findShared(document);
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
<h2><a href="#every-call">Every call</a></h2>
${groups.map((group) => `<h2><a href="#${group.anchor}">${escapeHtml(group.name)}</a></h2>\n${renderLinks(group)}`).join('\n')}
<p class="raw"><a href="openapi.json">openapi.json</a></p>
</nav>
<main id="top">
<h1>${title} <small>v${escapeHtml(textAt(info, 'version'))}</small></h1>
<div class="intro">${renderMarkdown(textAt(info, 'description'))}</div>
${renderEveryCall(document, shared)}
${groups.map((group) => renderGroup(document, group, shared)).join('\n')}
</main>
</body>
</html>
`;
};

const toGroup = (tag: Json, all: readonly Operation[]): Group => {
  const name = textAt(tag, 'name');
  return {
    name,
    anchor: name.toLowerCase().replaceAll(' ', '-'),
    description: textAt(tag, 'description'),
    operations: all.filter(({ value }) => listAt(value, 'tags').includes(name)),
  };
};

const renderLinks = ({ operations }: Group): string =>
  operations.length === 0 ? '' : `<ul class="calls">${operations.map(renderLink).join('\n')}</ul>`;

const renderLink = ({ id, kind, method, path, value }: Operation): string => {
  const label =
    kind === 'webhook'
      ? `<span class="method event">EVENT</span> <code>${escapeHtml(path)}</code>`
      : `<span class="method ${method}">${method.toUpperCase()}</span> ${renderInline(textAt(value, 'summary'))}`;
  return `<li><a href="#${escapeHtml(id)}">${label}</a></li>`;
};

const renderGroup = (document: JsonObject, group: Group, shared: Shared): string => {
  const webhooks = group.operations.filter(({ kind }) => kind === 'webhook');
  const calls = group.operations.filter(({ kind }) => kind === 'call');
  return `<h2 id="${group.anchor}">${escapeHtml(group.name)}</h2>
${renderMarkdown(group.description)}
${renderLinks(group)}
${calls.map((call) => renderCall(document, call, shared)).join('\n')}
${renderEveryWebhook(document, webhooks)}
${webhooks.map((webhook) => renderWebhook(document, webhook)).join('\n')}`;
};
