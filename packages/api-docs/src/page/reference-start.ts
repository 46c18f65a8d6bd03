import { type JsonObject, listAt, memberOf, textAt } from '../json.js';
import type { DocumentPart } from '../openapi/split-document.js';

/**
 * The first page of a reference as Markdown: what holds for all calls, the calls by tag, and tags that are texts alone.
 * @param toLink where the calls of a part are shown
 */
export const renderReferenceStart = (
  document: JsonObject,
  parts: readonly DocumentPart[],
  toLink: (part: DocumentPart, id: string) => string,
): string => {
  const info = memberOf(document, 'info');
  const isPart = (name: string) => parts.some(({ tag }) => tag === name);
  const texts = listAt(document, 'tags').filter((tag) => !isPart(textAt(tag, 'name')));
  return [
    `# ${textAt(info, 'title')}`,
    textAt(info, 'description'),
    ...parts.map((part) => renderPart(part, toLink)),
    ...texts.map((tag) => `## ${textAt(tag, 'name')}\n\n${textAt(tag, 'description')}`),
  ].join('\n\n');
};

const renderPart = (part: DocumentPart, toLink: (part: DocumentPart, id: string) => string): string => {
  const [about = ''] = part.description.split('\n\n');
  const calls = part.calls.map(
    ({ id, summary, method, path }) => `- [${summary}](${toLink(part, id)}) \`${toName(method, path)}\``,
  );
  return `## ${part.tag}\n\n${about}\n\n${calls.join('\n')}`;
};

/** The name of an event stands for its webhook. */
const toName = (method: string, path: string): string =>
  path.startsWith('/') ? `${method.toUpperCase()} ${path}` : path;
