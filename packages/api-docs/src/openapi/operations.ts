import { z } from 'zod';
import { describeDefaultRetries, type ProblemCode } from '@delivery/contracts';
import {
  type Call,
  type CallAnswer,
  type HeaderName,
  type NamedSchemas,
  schemaRef,
  type Webhook,
} from '@delivery/contracts/calls';
import { isObject, type Json, type JsonObject, listAt, memberOf, membersOf } from '../json.js';
import { headerRefs, problemRefs } from './problem-responses.js';

/** The common properties of all calls of one API. */
export type ApiCommon = {
  answerHeaders: readonly HeaderName[];
  /** Problems of every call, in addition to those that every API has. */
  problems: readonly ProblemCode[];
  /** Problems of calls that change something. */
  changeProblems?: readonly ProblemCode[];
};

const bodyProblems = ['malformed_json', 'validation_failed', 'payload_too_large', 'unsupported_media_type'] as const;

export const problemsOf = (common: ApiCommon, call: Call): ProblemCode[] => [
  ...new Set([
    ...(['invalid_parameter', 'invalid_credentials'] as const),
    ...common.problems,
    ...(['internal_error', 'temporarily_unavailable'] as const),
    ...(call.body ? bodyProblems : []),
    ...(call.method === 'GET' ? [] : (common.changeProblems ?? [])),
    ...(call.problems ?? []),
  ]),
];

const queryName = (call: Call): string => `query of ${call.id}`;

/** The query of each call as a schema of its own, as several calls may read the same. */
export const querySchemas = (calls: readonly Call[]): NamedSchemas =>
  Object.fromEntries(calls.flatMap((call) => (call.query ? [[queryName(call), z.object(call.query.shape)]] : [])));

/**
 * The paths object: calls of one path together.
 * @param converted the JSON Schemas of `querySchemas` among others
 */
export const toPaths = (common: ApiCommon, calls: readonly Call[], converted: JsonObject): JsonObject => {
  const paths: Record<string, JsonObject> = {};
  for (const call of calls)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: toOperation(common, call, converted) };
  return paths;
};

const toOperation = (common: ApiCommon, call: Call, converted: JsonObject): JsonObject => ({
  operationId: call.id,
  tags: [call.tag],
  summary: call.summary,
  ...(call.description ? { description: call.description } : {}),
  ...(call.isOpen ? { security: [] } : {}),
  ...(call.parameters || call.query
    ? { parameters: [...(call.parameters ?? []), ...toParameters(converted[queryName(call)])] }
    : {}),
  ...(call.body ? { requestBody: toRequestBody(call.body) } : {}),
  responses: {
    ...Object.fromEntries(
      Object.entries(call.answers).map(([status, answer]) => [
        status,
        toAnswer(common, answer, contentOf(call, answer)),
      ]),
    ),
    ...problemRefs(problemsOf(common, call)),
    default: { $ref: '#/components/responses/OtherProblem' },
  },
});

const toParameters = (query: Json | undefined): JsonObject[] =>
  membersOf(memberOf(query, 'properties')).map(([name, field]) => {
    const { description = '', example, ...schema } = isObject(field) ? field : {};
    const required = listAt(query, 'required').includes(name);
    return { name, in: 'query', required, description, schema, ...(example === undefined ? {} : { example }) };
  });

const toRequestBody = ({ schema, isOptional, examples }: NonNullable<Call['body']>): JsonObject => ({
  required: !isOptional,
  content: { 'application/json': { schema: schemaRef(schema), examples: { ...examples } } },
});

const toAnswer = (
  common: ApiCommon,
  { description, headers, next }: CallAnswer,
  content: JsonObject | undefined,
): JsonObject => ({
  description,
  headers: headerRefs([...(headers ?? []), ...common.answerHeaders]),
  ...(next ? { links: Object.fromEntries(next.map((operationId) => [operationId, toLink(operationId)])) } : {}),
  ...(content && { content }),
});

/**
 * The schema of an owner's call is in the owner's document alone, but for an answer that operators get in another
 * shape.
 */
const contentOf = ({ isOwners }: Call, { schema, textType, example }: CallAnswer): JsonObject | undefined => {
  if (schema === undefined) return undefined;
  if (isOwners && !schema.startsWith('Operator')) return { 'application/json': {} };
  return {
    'application/json': { schema: schemaRef(schema), ...(example === undefined ? {} : { example }) },
    ...(textType === undefined ? {} : { [textType]: { schema: { type: 'string' } } }),
  };
};

const toLink = (operationId: string): JsonObject => ({ operationId, parameters: { id: '$response.body#/id' } });

/** The answers of receivers, and their effect. */
const responses: JsonObject = {
  '2XX': { description: 'Taken, with any body. Answer within 10 s.' },
  '3XX': { description: 'A failure: redirects are never followed.' },
  '410': { description: 'Disables the endpoint: later webhooks are held until it is enabled.' },
  '429': { description: 'Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most).' },
  '503': { description: 'As 429.' },
  default: {
    description: `Tried again, ${describeDefaultRetries('en')}. Then \`exhausted\`.`,
  },
};

/** The webhooks object, of path items by event. */
export const toWebhooks = (webhooks: readonly Webhook[], headers: readonly JsonObject[]): JsonObject =>
  Object.fromEntries(
    webhooks.map(({ event, id, summary, schema, example }) => [
      event,
      {
        post: {
          operationId: id,
          tags: ['Webhooks'],
          summary,
          security: [],
          parameters: [...headers],
          requestBody: { required: true, content: { 'application/json': { schema: schemaRef(schema), example } } },
          responses,
        },
      },
    ]),
  );
