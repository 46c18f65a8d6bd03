import { type Json, type JsonObject, listAt, memberOf, membersOf, resolveRef, textAt } from '../json.js';

/** One call, or one webhook: `path` is then the name of the event. */
export type Operation = { kind: 'call' | 'webhook'; id: string; method: string; path: string; value: Json };

export const listOperations = (document: JsonObject): Operation[] => [
  ...operationsAt(document, 'paths', 'call'),
  ...operationsAt(document, 'webhooks', 'webhook'),
];

const operationsAt = (document: JsonObject, member: string, kind: Operation['kind']): Operation[] =>
  membersOf(memberOf(document, member)).flatMap(([path, methods]) =>
    membersOf(methods).map(([method, value]) => ({ kind, id: textAt(value, 'operationId'), method, path, value })),
  );

export type Response = { status: string; response: Json | undefined };

/** Good answers first, whatever is not told by its own status last. */
export const listResponses = (document: JsonObject, operation: Json): Response[] =>
  membersOf(memberOf(operation, 'responses'))
    .map(([status, response]) => ({ status, response: resolveRef(document, response) }))
    .sort((one, other) => rankOf(one.status).localeCompare(rankOf(other.status)));

const rankOf = (status: string): string => (status === 'default' ? '9' : status);

export type ErrorCode = { status: string; code: string; meaning: string };

/** The codes of problems that a call may be answered with. */
export const listErrorCodes = (document: JsonObject, operation: Json): ErrorCode[] =>
  listResponses(document, operation).flatMap(({ status, response }) => {
    const problem = memberOf(memberOf(response, 'content'), 'application/problem+json');
    return membersOf(memberOf(problem, 'examples')).map(([code]) => ({
      status,
      code,
      meaning: meaningOf(response, code),
    }));
  });

/** Responses have a paragraph for each code, which begins with it. */
const meaningOf = (response: Json | undefined, code: string): string => {
  const lead = `\`${code}\`: `;
  const paragraph = textAt(response, 'description')
    .split('\n\n')
    .find((text) => text.startsWith(lead));
  return paragraph?.slice(lead.length) ?? '';
};

/** What is said once instead of with each call. */
export type Shared = {
  /** Of every call. */
  errors: readonly ErrorCode[];
  /** Of every call with a body, beside those. */
  bodyErrors: readonly ErrorCode[];
  /** Names of the headers of every good answer. */
  headers: readonly string[];
};

export const findShared = (document: JsonObject): Shared => {
  const calls = listOperations(document).filter(({ kind }) => kind === 'call');
  const withBody = calls.filter(({ value }) => memberOf(value, 'requestBody') !== undefined);
  const codesOf = ({ value }: Operation) => listErrorCodes(document, value);
  const errors = intersect(calls.map(codesOf), ({ code }) => code);
  const ofAll = new Set(errors.map(({ code }) => code));
  return {
    errors,
    bodyErrors: intersect(withBody.map(codesOf), ({ code }) => code).filter(({ code }) => !ofAll.has(code)),
    headers: intersect(
      calls.flatMap(({ value }) =>
        listResponses(document, value)
          .filter(({ status }) => status.startsWith('2'))
          .map(({ response }) => membersOf(memberOf(response, 'headers')).map(([name]) => name)),
      ),
      (name) => name,
    ),
  };
};

/** Parameters that all of these have, each the same. */
export const sharedParameters = (operations: readonly Operation[]): Json[] =>
  intersect(
    operations.map(({ value }) => listAt(value, 'parameters')),
    (parameter) => JSON.stringify(parameter),
  );

/** What is in every list, as the first has it. */
const intersect = <T>([first = [], ...others]: readonly (readonly T[])[], keyOf: (value: T) => string): T[] => {
  const sets = others.map((list) => new Set(list.map(keyOf)));
  return first.filter((value) => sets.every((set) => set.has(keyOf(value))));
};
