import { type Json, type JsonObject, memberOf, membersOf, textAt } from '../json.js';
import { escapeHtml, renderInline } from './markdown.js';
import { listResponses, type Operation } from './operations.js';

type Example = { title: string; value: Json | undefined };

/** What is sent and what comes back, the first of each open; nothing where neither has a body. */
export const renderExamples = (document: JsonObject, { id, kind, value }: Operation): string => {
  const request = jsonContent(memberOf(value, 'requestBody'));
  const answers = listResponses(document, value).filter(({ response }) => jsonContent(response) !== undefined);
  return [
    renderGroup(kind === 'webhook' ? 'You receive' : 'You send', `${id}-request`, examplesOf(request)),
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

/** Can be scrolled, and so has to be reached by the keyboard. */
export const renderJson = (value: Json | undefined): string =>
  `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2)).replace(/^( *)(&quot;.*?&quot;):/gm, '$1<span class="key">$2</span>:')}</pre>`;
