import { type Json, type JsonObject, memberOf, membersOf, textAt } from '../json.js';
import { escapeHtml, renderInline, renderMarkdown } from './markdown.js';
import {
  type ErrorCode,
  listErrorCodes,
  listResponses,
  type Operation,
  type Response,
  type Shared,
} from './operations.js';
import { renderSchema } from './render-schema.js';

/** What a call is answered with, without what every call is. */
export const renderAnswers = (document: JsonObject, { value }: Operation, shared: Shared): string => {
  const told = new Set([...shared.errors, ...shared.bodyErrors].map(({ code }) => code));
  const own = listErrorCodes(document, value).filter(({ code }) => !told.has(code));
  const withBody =
    memberOf(value, 'requestBody') === undefined
      ? ''
      : ', and those of <a href="#every-body">every call with a body</a>';
  return `<h4>Answers</h4>
${renderResponses(document, listResponses(document, value).filter(isNoProblem), shared)}
<h4>Errors</h4>
${renderErrors(own)}
<p class="rest">${own.length === 0 ? 'Those' : 'Also those'} of <a href="#every-call">every call</a>${withBody}.</p>`;
};

const isNoProblem = ({ response }: Response): boolean =>
  memberOf(memberOf(response, 'content'), 'application/problem+json') === undefined;

export const renderResponses = (
  document: JsonObject,
  responses: readonly Response[],
  shared: Pick<Shared, 'headers'>,
): string =>
  responses
    .map(
      ({
        status,
        response,
      }) => `<div class="answer"><span class="status s${escapeHtml(status.charAt(0))}">${status === 'default' ? 'other' : escapeHtml(status)}</span>
<div>${renderMarkdown(textAt(response, 'description'))}
${renderHeaders(response, shared)}${renderFields(document, response)}</div></div>`,
    )
    .join('\n');

const renderHeaders = (response: Json | undefined, { headers }: Pick<Shared, 'headers'>): string => {
  const own = membersOf(memberOf(response, 'headers')).filter(([name]) => !headers.includes(name));
  if (own.length === 0) return '';
  return `<p class="rest">Headers: ${own.map(([name]) => `<code>${escapeHtml(name)}</code>`).join(' ')}</p>\n`;
};

const renderFields = (document: JsonObject, response: Json | undefined): string => {
  const schema = memberOf(memberOf(memberOf(response, 'content'), 'application/json'), 'schema');
  const fields = renderSchema(document, schema);
  if (fields === '') return '';
  const name = textAt(schema, '$ref').split('/').at(-1) ?? '';
  return `<details><summary>Fields of ${escapeHtml(name)}</summary>${fields}</details>`;
};

export const renderErrors = (errors: readonly ErrorCode[]): string =>
  errors
    .map(
      ({ status, code, meaning }) =>
        `<div class="answer"><span class="status s${status.charAt(0)}">${escapeHtml(status)}</span><div><code class="name">${escapeHtml(code)}</code>: ${renderInline(meaning)}</div></div>`,
    )
    .join('\n');
