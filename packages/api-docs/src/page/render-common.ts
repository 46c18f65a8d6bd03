import { type JsonObject, memberOf, membersOf, textAt } from '../json.js';
import { escapeHtml, renderInline } from './markdown.js';
import { listResponses, type Operation, type Shared, sharedParameters } from './operations.js';
import type { PageContext } from './page-context.js';
import { renderErrors, renderResponses } from './render-answers.js';
import { renderJson } from './render-examples.js';
import { renderParameters, renderSection } from './render-operation.js';
import { renderPrograms } from './render-programs.js';
import { renderSchema } from './render-schema.js';

/** What holds for every call, once. */
export const renderEveryCall = ({ document, shared, languages }: PageContext): string =>
  renderSection('every-call', {
    title: 'Every call',
    lead: '<p>What is not said again below.</p>',
    text: `<h4>Headers of every answer</h4>
${renderHeaders(document, shared)}
<h4>Errors that any call can meet</h4>
${renderErrors(shared.errors)}
<h4 id="every-body">Errors that any call with a body can meet</h4>
${renderErrors(shared.bodyErrors)}
<p class="rest">All of them, with what to do: <a href="#errors">the table of errors</a>.</p>
<h4>Fields of every error</h4>
${renderSchema(document, { $ref: '#/components/schemas/Problem' })}`,
    examples: `${renderPrograms(languages)}<h4>An error</h4>\n${renderJson(exampleProblem(document))}`,
  });

const renderHeaders = (document: JsonObject, { headers }: Shared): string => {
  const described = memberOf(memberOf(document, 'components'), 'headers');
  const rows = headers.map((name) => {
    const note = textAt(memberOf(described, name), 'description');
    return `<li><code class="name">${escapeHtml(name)}</code><div class="note">${renderInline(note)}</div></li>`;
  });
  return `<ul class="fields">${rows.join('\n')}</ul>`;
};

const exampleProblem = (document: JsonObject) => {
  const examples = membersOf(memberOf(memberOf(document, 'components'), 'responses')).flatMap(([, response]) =>
    membersOf(memberOf(memberOf(memberOf(response, 'content'), 'application/problem+json'), 'examples')),
  );
  return memberOf(examples.find(([code]) => code === 'validation_failed')?.[1], 'value');
};

/** What holds for every webhook, once. */
export const renderEveryWebhook = (document: JsonObject, webhooks: readonly Operation[]): string => {
  const [first] = webhooks;
  if (first === undefined) return '';
  return renderSection('every-webhook', {
    title: 'Every webhook',
    lead: '<p>A POST to the URL of your endpoint.</p>',
    text: renderParameters(document, 'Headers', sharedParameters(webhooks)),
    examples: `<h4>What you may answer</h4>
${renderResponses(document, listResponses(document, first.value), { headers: [] })}`,
  });
};
