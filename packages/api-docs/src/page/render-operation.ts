import { type Json, type JsonObject, listAt, memberOf, membersOf, resolveRef, textAt } from '../json.js';
import { escapeHtml, renderInline, renderMarkdown } from './markdown.js';
import { describeType, renderSchema } from './render-schema.js';

export type Operation = { id: string; method: string; path: string; value: Json };

/** One call, or one webhook, with all that is to know about it. */
export const renderOperation = (document: JsonObject, { id, method, path, value }: Operation): string => `
<section class="operation" id="${escapeHtml(id)}">
<h3>${renderInline(textAt(value, 'summary'))}</h3>
<p class="line"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>
${renderMarkdown(textAt(value, 'description'))}
${renderParameters(document, listAt(value, 'parameters'))}
${renderBody(document, memberOf(value, 'requestBody'))}
<h4>Answers</h4>
${membersOf(memberOf(value, 'responses'))
  .map(([status, response]) => renderResponse(document, status, resolveRef(document, response)))
  .join('\n')}
</section>`;

const renderParameters = (document: JsonObject, parameters: readonly Json[]): string => {
  if (parameters.length === 0) return '';
  const rows = parameters.map((parameter) => {
    const mark = memberOf(parameter, 'required') === true ? ' <span class="required">required</span>' : '';
    const type = describeType(document, memberOf(parameter, 'schema'));
    return `<li><code class="name">${escapeHtml(textAt(parameter, 'name'))}</code> <span class="type">${escapeHtml(textAt(parameter, 'in'))}: ${type}</span>${mark}
<div class="note">${renderInline(textAt(parameter, 'description'))}</div></li>`;
  });
  return `<h4>Parameters</h4><ul class="fields">${rows.join('\n')}</ul>`;
};

const renderBody = (document: JsonObject, body: Json | undefined): string => {
  const content = memberOf(memberOf(body, 'content'), 'application/json');
  if (content === undefined) return '';
  return `<h4>Body${memberOf(body, 'required') === true ? '' : ' (optional)'}</h4>
${renderSchema(document, memberOf(content, 'schema'))}
${renderExamples(content)}`;
};

const renderResponse = (document: JsonObject, status: string, response: Json | undefined): string => {
  const contents = membersOf(memberOf(response, 'content'));
  const headers = membersOf(memberOf(response, 'headers'))
    .map(([name]) => `<code>${escapeHtml(name)}</code>`)
    .join(' ');
  const parts = contents.map(([, content]) => renderContent(document, content));
  return `<details class="answer"><summary><span class="status s${status.charAt(0)}">${escapeHtml(status)}</span> ${renderInline(firstLine(response))}</summary>
${renderMarkdown(restOf(response))}
${headers === '' ? '' : `<p class="headers">Headers: ${headers}</p>`}
${parts.join('\n')}</details>`;
};

const renderContent = (document: JsonObject, content: Json): string => {
  const ref = textAt(memberOf(content, 'schema'), '$ref');
  // Problems look all the same: the table of errors and one example say more than their fields once more.
  const fields = ref.startsWith('#') && !ref.endsWith('/Problem') ? renderSchema(document, { $ref: ref }) : '';
  return `${fields}${renderExamples(content)}`;
};

const firstLine = (response: Json | undefined): string => textAt(response, 'description').split('\n\n')[0] ?? '';
const restOf = (response: Json | undefined): string =>
  textAt(response, 'description').split('\n\n').slice(1).join('\n\n');

const renderExamples = (content: Json): string => {
  const single = memberOf(content, 'example');
  const named = membersOf(memberOf(content, 'examples')).map(([name, example]): [string, Json | undefined] => [
    textAt(example, 'summary') || name,
    memberOf(example, 'value'),
  ]);
  const all: [string, Json | undefined][] = single === undefined ? named : [['Example', single], ...named];
  return all
    .map(
      ([title, value]) =>
        `<details class="example"><summary>${renderInline(title)}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`,
    )
    .join('\n');
};
