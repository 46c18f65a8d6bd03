import { type Json, type JsonObject, listAt, memberOf, textAt } from '../json.js';
import type { SampleLanguage } from '../samples/sample.js';
import { renderLayout, type Site } from './layout.js';
import { escapeHtml, renderInline, renderMarkdown } from './markdown.js';
import { findShared, listOperations, type Operation } from './operations.js';
import type { PageContext } from './page-context.js';
import { renderEveryCall, renderEveryWebhook } from './render-common.js';
import { renderCall, renderWebhook } from './render-operation.js';

/** A tag of the document with what belongs to it. */
type Group = { name: string; anchor: string; description: string; operations: readonly Operation[] };

/** An OpenAPI document as one page. */
export const renderPage = (document: JsonObject, site: Site, languages: readonly SampleLanguage[]): string => {
  const info = memberOf(document, 'info');
  const all = listOperations(document);
  const groups = listAt(document, 'tags').map((tag) => toGroup(tag, all));
  const context: PageContext = { document, shared: findShared(document), languages };
  const title = escapeHtml(textAt(info, 'title'));
  return renderLayout(site, {
    id: 'reference',
    title: textAt(info, 'title'),
    navigation: `<nav class="contents" aria-label="Calls">
<h2><a href="#every-call">Every call</a></h2>
${groups.map((group) => `<h2><a href="#${group.anchor}">${escapeHtml(group.name)}</a></h2>\n${renderLinks(group)}`).join('\n')}
</nav>`,
    main: `<h1>${title} <small>v${escapeHtml(textAt(info, 'version'))}</small></h1>
<div class="intro">${renderMarkdown(textAt(info, 'description'))}</div>
<h2>In general</h2>
${renderEveryCall(context)}
${groups.map((group) => renderGroup(context, group)).join('\n')}`,
  });
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

const renderGroup = (context: PageContext, group: Group): string => {
  const webhooks = group.operations.filter(({ kind }) => kind === 'webhook');
  const calls = group.operations.filter(({ kind }) => kind === 'call');
  return `<h2 id="${group.anchor}">${escapeHtml(group.name)}</h2>
${renderMarkdown(group.description)}
${renderLinks(group)}
${calls.map((call) => renderCall(context, call)).join('\n')}
${renderEveryWebhook(context.document, webhooks)}
${webhooks.map((webhook) => renderWebhook(context.document, webhook)).join('\n')}`;
};
