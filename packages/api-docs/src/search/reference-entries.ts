import { type Json, type JsonObject, listAt, memberOf, membersOf, resolveRef, textAt } from '../json.js';
import { listOperations, type Operation } from '../page/operations.js';
import type { SearchEntry } from './search-entry.js';

/** Every call and every event of the document, found by what it is called, does, takes and answers. */
export const referenceEntries = (document: JsonObject): SearchEntry[] => {
  const operations = listOperations(document);
  return [...operations.map((operation) => toEntry(document, operation)), ...webhookEntries(document, operations)];
};

const toEntry = (document: JsonObject, operation: Operation): SearchEntry => ({
  title: textAt(operation.value, 'summary'),
  place: placeOf(operation),
  text: [
    operation.id,
    textAt(operation.value, 'description'),
    ...(operation.kind === 'call' ? parameterNames(document, operation) : []),
    ...fieldNames(document, operation.value),
  ]
    .filter((text) => text !== '')
    .join(' '),
  href: `../docs#${operation.id}`,
});

/** The headers of webhooks, which are the same for each event. */
const webhookEntries = (document: JsonObject, operations: readonly Operation[]): SearchEntry[] =>
  operations
    .filter(({ kind }) => kind === 'webhook')
    .slice(0, 1)
    .map((webhook) => ({
      title: 'Every webhook',
      place: 'Event › headers and answers',
      text: parameterNames(document, webhook).join(' '),
      href: '../docs#every-webhook',
    }));

const parameterNames = (document: JsonObject, { value }: Operation): string[] =>
  listAt(value, 'parameters').map((parameter) => textAt(resolveRef(document, parameter), 'name'));

const placeOf = ({ kind, method, path }: Operation): string =>
  kind === 'webhook' ? `Event › ${path}` : `API › ${method.toUpperCase()} ${path}`;

const fieldNames = (document: JsonObject, operation: Json): string[] => {
  const content = memberOf(memberOf(memberOf(operation, 'requestBody'), 'content'), 'application/json');
  return membersOf(memberOf(resolveRef(document, memberOf(content, 'schema')), 'properties')).map(([name]) => name);
};
