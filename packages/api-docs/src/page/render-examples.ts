import { type Json, type JsonObject, memberOf, membersOf, textAt } from '../json.js';
import { toSampleRequest } from '../samples/operation-samples.js';
import type { SampleLanguage } from '../samples/sample.js';
import { escapeHtml, renderInline } from './markdown.js';
import { listResponses, type Operation } from './operations.js';
import { renderCode, renderVariants } from './render-code.js';

type Example = { title: string; value: Json | undefined };

/**
 * What is sent and what comes back. A call is shown in each of the languages with the first of its bodies; the others
 * are told as JSON.
 */
export const renderExamples = (
  document: JsonObject,
  operation: Operation,
  languages: readonly SampleLanguage[],
): string => {
  const { id, kind, value } = operation;
  const bodies = examplesOf(jsonContent(memberOf(value, 'requestBody')));
  const answers = listResponses(document, value).filter(({ response }) => jsonContent(response) !== undefined);
  return [
    kind === 'webhook' ? renderGroup('You receive', `${id}-request`, bodies) : renderCallSamples(operation, languages),
    kind === 'call' ? bodies.slice(1).map(renderFolded).join('\n') : '',
    ...answers.map(({ status, response }) =>
      renderGroup(`Answer ${status}`, `${id}-${status}`, examplesOf(jsonContent(response))),
    ),
  ].join('\n');
};

const jsonContent = (holder: Json | undefined): Json | undefined =>
  memberOf(memberOf(holder, 'content'), 'application/json');

const examplesOf = (content: Json | undefined): Example[] => {
  const single = memberOf(content, 'example');
  if (single !== undefined) return [{ title: '', value: single }];
  return membersOf(memberOf(content, 'examples')).map(([name, example]) => ({
    title: textAt(example, 'summary') || name,
    value: memberOf(example, 'value'),
  }));
};

const renderGroup = (heading: string, name: string, examples: readonly Example[]): string => {
  const [first] = examples;
  if (first === undefined) return '';
  const title = `<h4>${escapeHtml(heading)}</h4>`;
  if (examples.length === 1) return `${title}\n${renderJson(first.value)}`;
  // Of details with one name, the browser keeps one open.
  const all = examples.map(
    (example, at) =>
      `<details class="example" name="${escapeHtml(name)}"${at === 0 ? ' open' : ''}><summary>${renderInline(example.title)}</summary>${renderJson(example.value)}</details>`,
  );
  return [title, ...all].join('\n');
};

const renderCallSamples = ({ id, method, path, value }: Operation, languages: readonly SampleLanguage[]): string => {
  const request = toSampleRequest(method, path, value);
  const variants = languages.flatMap(({ toStatements, ...language }) => {
    const code = toStatements([{ kind: 'request', request }]);
    return code === undefined ? [] : [{ ...language, code }];
  });
  return `<h4>You send</h4>\n${renderVariants(`${id}-sample`, variants)}`;
};

const renderFolded = ({ title, value }: Example): string =>
  `<details class="example"><summary>${renderInline(title)}</summary>${renderJson(value)}</details>`;

export const renderJson = (value: Json | undefined): string => renderCode(JSON.stringify(value, null, 2), 'json');
