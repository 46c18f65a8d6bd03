import type { ProblemCode } from '@delivery/contracts';
import type { Json, JsonObject } from '../json.js';
import { schemaRef } from '../schemas/convert-schemas.js';
import { type HeaderName, headerRefs } from './headers.js';
import { problemRefs } from './problem-responses.js';

export type Example = { summary: string; value: Json };

/** A successful answer. Without a schema it has no body. */
export type CallAnswer = {
  description: string;
  schema?: string;
  /** Another content type in which the same may come, as text. */
  textType?: string;
  headers?: readonly HeaderName[];
  example?: Json;
  /** Ids of calls that take the `id` of this answer in their path. */
  next?: readonly string[];
};

/** One call of an HTTP API, as data. */
export type Call = {
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  tag: string;
  /** It takes no credentials. */
  isOpen?: true;
  summary: string;
  description?: string;
  parameters?: readonly JsonObject[];
  body?: { schema: string; required: boolean; examples: Readonly<Record<string, Example>> };
  answers: Readonly<Record<number, CallAnswer>>;
  /** Beside those of every call. */
  problems?: readonly ProblemCode[];
};

/** The common properties of all calls of one API. */
export type ApiCommon = {
  answerHeaders: readonly HeaderName[];
  problems: readonly ProblemCode[];
  bodyProblems: readonly ProblemCode[];
  /** Of calls that change something. */
  changeProblems?: readonly ProblemCode[];
};

export const problemsOf = (common: ApiCommon, call: Call): ProblemCode[] => [
  ...new Set([
    ...common.problems,
    ...(call.body ? common.bodyProblems : []),
    ...(call.method === 'get' ? [] : (common.changeProblems ?? [])),
    ...(call.problems ?? []),
  ]),
];

/** The paths object: calls of one path together. */
export const toPaths = (common: ApiCommon, calls: readonly Call[]): JsonObject => {
  const paths: Record<string, JsonObject> = {};
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method]: toOperation(common, call) };
  return paths;
};

const toOperation = (common: ApiCommon, call: Call): JsonObject => ({
  operationId: call.id,
  tags: [call.tag],
  summary: call.summary,
  ...(call.description ? { description: call.description } : {}),
  ...(call.isOpen ? { security: [] } : {}),
  ...(call.parameters ? { parameters: [...call.parameters] } : {}),
  ...(call.body ? { requestBody: toRequestBody(call.body) } : {}),
  responses: {
    ...Object.fromEntries(Object.entries(call.answers).map(([status, answer]) => [status, toAnswer(common, answer)])),
    ...problemRefs(problemsOf(common, call)),
    default: { $ref: '#/components/responses/OtherProblem' },
  },
});

const toRequestBody = ({ schema, required, examples }: NonNullable<Call['body']>): JsonObject => ({
  required,
  content: { 'application/json': { schema: schemaRef(schema), examples: { ...examples } } },
});

const toAnswer = (
  common: ApiCommon,
  { description, schema, textType, headers, example, next }: CallAnswer,
): JsonObject => ({
  description,
  headers: headerRefs([...(headers ?? []), ...common.answerHeaders]),
  ...(next ? { links: Object.fromEntries(next.map((operationId) => [operationId, toLink(operationId)])) } : {}),
  ...(schema === undefined
    ? {}
    : {
        content: {
          'application/json': { schema: schemaRef(schema), ...(example === undefined ? {} : { example }) },
          ...(textType === undefined ? {} : { [textType]: { schema: { type: 'string' } } }),
        },
      }),
});

const toLink = (operationId: string): JsonObject => ({ operationId, parameters: { id: '$response.body#/id' } });
