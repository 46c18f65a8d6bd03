import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Named<T> = Record<string, T>;
type Ref = { $ref?: string };
type Header = { name: string; in: string; required?: boolean };
type Response = Ref & { headers?: Named<unknown>; content?: Named<{ schema?: unknown }> };
type Content = { examples?: Named<{ value: unknown }> };
type OperationObject = {
  operationId: string;
  parameters?: Header[];
  requestBody?: { content: Named<Content> };
  responses: Named<Response>;
};
type Document = {
  paths: Named<Named<OperationObject>>;
  webhooks?: Named<{ post: OperationObject }>;
  components: Named<Named<unknown>>;
};

/** One request that the document shows: a call with one of its bodies, or without one. */
export type DocumentedRequest = {
  title: string;
  id: string;
  method: string;
  path: string;
  /** Names of the parameters in the query that must be there. */
  query: readonly string[];
  body: unknown;
};

export type ContractDocument = {
  requests: readonly DocumentedRequest[];
  /** Names of the headers that a webhook must have. */
  webhookHeaders: (event: string) => string[];
  /** The faults of an answer of the call by the document: none, or each in a line. */
  findAnswerFaults: (operationId: string, answer: { status: number; headers: Headers; text: string }) => string[];
  findWebhookFaults: (event: string, body: unknown) => string[];
};

/** A committed OpenAPI document, against which a service's real answers are checked. */
export const readContractDocument = (name: string): ContractDocument => {
  const text = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
  const document: Document = JSON.parse(text, (_, value: unknown) => closed(value));
  const findFaults = createSchemaCheck(name, document);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return {
    requests: operations.flatMap(({ path, method, operation }) =>
      bodiesOf(operation).map(([example, body]) => ({
        title: `${operation.operationId}${example}`,
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        query: requiredQueryOf(operation),
        body,
      })),
    ),
    webhookHeaders: (event) =>
      (document.webhooks?.[event]?.post.parameters ?? []).filter(({ required }) => required).map(({ name }) => name),
    findAnswerFaults: (operationId, answer) => {
      const found = operations.find(({ operation }) => operation.operationId === operationId);
      if (!found) return [`no call ${operationId}`];
      const { path, method, operation } = found;
      const response = operation.responses[answer.status];
      if (!response) return [`status ${answer.status} is not documented`];
      const at = ['paths', path, method, 'responses', String(answer.status)];
      return response.$ref
        ? findResponseFaults(findFaults, resolve(document, response.$ref), response.$ref.slice(2).split('/'), answer)
        : findResponseFaults(findFaults, response, at, answer);
    },
    findWebhookFaults: (event, body) =>
      findFaults(['webhooks', event, 'post', 'requestBody', 'content', 'application/json', 'schema'], body),
  };
};

/** Clients must expect more members than an object's schema names; the services here send these alone. */
const closed = (schema: unknown): unknown =>
  typeof schema === 'object' && schema !== null && 'properties' in schema
    ? { additionalProperties: false, ...schema }
    : schema;

type FindFaults = (at: readonly string[], value: unknown) => string[];

const createSchemaCheck = (name: string, document: Document): FindFaults => {
  // Examples and the like are not for validation, so unknown keywords are no mistake. The formats are Open Delivery's.
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { UUID: true, URI: true, decimal: true } });
  addFormats.default(ajv);
  // Clients must expect more values; the services here know these alone. A text with a maximum length may be any other.
  ajv.addKeyword({
    keyword: 'x-extensible-enum',
    validate: (values: string[], value: unknown, schema?: AnySchemaObject) =>
      value === null || schema?.['maxLength'] !== undefined || values.some((one) => one === value),
  });
  ajv.addSchema(document, name);
  return (at, value) => {
    const pointer = at.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = ajv.getSchema(`${name}#/${pointer}`);
    if (!validate) return [`no schema ${pointer}`];
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  };
};

const requiredQueryOf = ({ parameters = [] }: OperationObject): string[] =>
  parameters.filter(({ in: place, required }) => place === 'query' && required === true).map(({ name }) => name);

const bodiesOf = ({ requestBody }: OperationObject): [example: string, body: unknown][] => {
  const examples = Object.entries(requestBody?.content['application/json']?.examples ?? {});
  return examples.length === 0 ? [['', undefined]] : examples.map(([name, { value }]) => [`: ${name}`, value]);
};

const resolve = (document: Document, ref: string): Response =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, step) => (at as Named<unknown>)[step], document) as Response;

/** Headers that only some of the answers with a status have. */
const optionalHeaders = new Set(['idempotent-replayed', 'ignored-fields', 'ignored-fields-count', 'doubtful-fields']);
/** Among the 403s, only the answer to a missing scope has `www-authenticate`. */
const isOptional = (header: string, status: number): boolean =>
  optionalHeaders.has(header) || (header === 'www-authenticate' && status === 403);

const findResponseFaults = (
  findFaults: FindFaults,
  response: Response,
  at: readonly string[],
  { status, headers, text }: { status: number; headers: Headers; text: string },
): string[] => {
  const missing = Object.keys(response.headers ?? {})
    .map((name) => name.toLowerCase())
    .filter((name) => !isOptional(name, status) && !headers.has(name));
  const faults = missing.map((name) => `no header ${name}`);
  const types = Object.keys(response.content ?? {});
  const sent = headers.get('content-type') ?? 'none';
  const type = types.includes(sent) ? sent : types[0];
  if (type === undefined) return text === '' ? faults : [...faults, 'a body where none is documented'];
  if (sent !== type) faults.push(`content type ${sent}`);
  // An owner's call has its schema in the owner's document alone, and `callJson` holds the answer against it.
  if (response.content?.[type]?.schema === undefined) return faults;
  const body: unknown = type.includes('json') ? JSON.parse(text) : text;
  return [...faults, ...findFaults([...at, 'content', type, 'schema'], body)];
};
