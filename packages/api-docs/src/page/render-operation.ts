import { type Json, type JsonObject, listAt, memberOf, textAt } from '../json.js';
import { escapeHtml, renderInline, renderMarkdown } from './markdown.js';
import type { Operation } from './operations.js';
import type { PageContext } from './page-context.js';
import { renderAnswers } from './render-answers.js';
import { renderExamples } from './render-examples.js';
import { describeType, renderSchema } from './render-schema.js';

/** A call, with what tells it from the others: what all have in common is told once. */
export const renderCall = ({ document, shared, languages }: PageContext, operation: Operation): string =>
  renderSection(operation.id, {
    title: renderInline(textAt(operation.value, 'summary')),
    lead: `<p class="line"><span class="method ${operation.method}">${operation.method.toUpperCase()}</span> <code>${escapeHtml(operation.path)}</code></p>
${renderMarkdown(textAt(operation.value, 'description'))}`,
    text: `${renderParameters(document, 'Parameters', listAt(operation.value, 'parameters'))}
${renderBody(document, memberOf(operation.value, 'requestBody'))}
${renderAnswers(document, operation, shared)}`,
    examples: renderExamples(document, operation, languages),
  });

/** A webhook, without what all of them carry and may be answered. */
export const renderWebhook = (document: JsonObject, operation: Operation): string =>
  renderSection(operation.id, {
    title: renderInline(textAt(operation.value, 'summary')),
    lead: `<p class="line"><span class="method event">EVENT</span> <code>${escapeHtml(operation.path)}</code></p>`,
    text: renderBody(document, memberOf(operation.value, 'requestBody')),
    examples: renderExamples(document, operation, []),
  });

type Section = { title: string; lead: string; text: string; examples: string };

/** Examples stand to the right of the text, and before it where there is no room for both. */
export const renderSection = (id: string, { title, lead, text, examples }: Section): string => `
<section class="operation" id="${escapeHtml(id)}">
<div class="lead">
<h3>${title}</h3>
${lead}
</div>
<div class="shown">${examples}</div>
<div class="said">${text}</div>
</section>`;

export const renderParameters = (document: JsonObject, heading: string, parameters: readonly Json[]): string => {
  if (parameters.length === 0) return '';
  const rows = parameters.map((parameter) => {
    const mark = memberOf(parameter, 'required') === true ? ' <span class="required">required</span>' : '';
    const type = describeType(document, memberOf(parameter, 'schema'));
    return `<li><code class="name">${escapeHtml(textAt(parameter, 'name'))}</code> <span class="type">${escapeHtml(textAt(parameter, 'in'))}: ${type}</span>${mark}
<div class="note">${renderInline(textAt(parameter, 'description'))}</div></li>`;
  });
  return `<h4>${escapeHtml(heading)}</h4><ul class="fields">${rows.join('\n')}</ul>`;
};

const renderBody = (document: JsonObject, body: Json | undefined): string => {
  const content = memberOf(memberOf(body, 'content'), 'application/json');
  if (content === undefined) return '';
  return `<h4>Body${memberOf(body, 'required') === true ? '' : ' (optional)'}</h4>
${renderSchema(document, memberOf(content, 'schema'))}`;
};
