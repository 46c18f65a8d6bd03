import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { arbitraryOf, type KnownValues, type Schema, stranger } from './arbitrary-value.js';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };
type Operation = {
  operationId: string;
  parameters?: readonly Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

export type GeneratedRequest = {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  /** Text is sent as it is; undefined: no body. */
  body: unknown;
};

export type GeneratedCall = { id: string; path: string; requests: fc.Arbitrary<GeneratedRequest> };

/** Requests of every call of a committed document, made from its schemas, about half of them without a fault. */
export const generateRequests = (
  name: string,
  knownFor: (operation: { id: string; path: string }) => KnownValues,
): GeneratedCall[] => {
  const document: Document = JSON.parse(readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8'));
  const resolve = (ref: string): Schema => document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const known = knownFor({ id: operation.operationId, path });
      const requests = requestsOf({ method: method.toUpperCase(), path, operation, context: { resolve, known } });
      return { id: operation.operationId, path, requests };
    }),
  );
};

type Call = {
  method: string;
  path: string;
  operation: Operation;
  context: { resolve: (ref: string) => Schema; known: KnownValues };
};

const requestsOf = ({ method, path, operation, context }: Call): fc.Arbitrary<GeneratedRequest> => {
  const valuesIn = (place: Parameter['in']) => {
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
    return fc.record(
      Object.fromEntries(
        parameters.map(({ name, schema }) => [name, arbitraryOf(schema, context, name).map(parameterText)]),
      ),
      { requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name) },
    );
  };
  return fc
    .record({
      path: valuesIn('path'),
      query: valuesIn('query'),
      headers: valuesIn('header'),
      // fetch sends no body with GET.
      body: method === 'GET' ? fc.constant(undefined) : bodyOf(operation, context),
    })
    .map(({ path: values, query, headers, body }) => ({
      method,
      path: fillPath(path, values) + queryOf(query),
      headers: sendable(headers),
      body,
    }));
};

const parameterText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const fillPath = (path: string, values: Record<string, string | undefined>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(notDots(values[name] ?? 'x')));

/** A URL's path has no segment of dots alone, nor an empty one: clients resolve them before they send. */
const notDots = (value: string): string => (/^\.{0,2}$/.test(value) ? 'x' : value);

const queryOf = (query: Record<string, string | undefined>): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.append(name, value);
  return parameters.size > 0 ? `?${parameters.toString()}` : '';
};

/** The headers that HTTP allows a client to send. */
const sendable = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value !== undefined && /^[\x20-\x7e]*$/.test(value) ? [[name, value]] : [],
    ),
  );

const notJson = fc.constantFrom('', '{', '[]', 'null', '{"a":1,"a":2}', '"text"', '['.repeat(100));

const bodyOf = ({ requestBody }: Operation, context: Call['context']): fc.Arbitrary<unknown> => {
  const content = requestBody?.content['application/json'];
  if (!content) return fc.oneof({ arbitrary: fc.constant(undefined), weight: 12 }, { arbitrary: notJson, weight: 1 });
  const examples = Object.values(content.examples ?? {}).map(({ value }) => withKnown(value, context.known));
  return fc.oneof(
    { arbitrary: arbitraryOf(content.schema, context), weight: 6 },
    ...(examples.length > 0 ? [{ arbitrary: fc.constantFrom(...examples), weight: 2 }] : []),
    { arbitrary: notJson, weight: 1 },
    { arbitrary: stranger, weight: 1 },
  );
};

/** An example with ids and addresses of existing things. */
const withKnown = (example: unknown, known: KnownValues): unknown =>
  typeof example === 'object' && example !== null && !Array.isArray(example)
    ? Object.fromEntries(
        Object.entries(example).map(([name, value]: [string, unknown]) => [name, known(name)?.[0] ?? value]),
      )
    : example;
