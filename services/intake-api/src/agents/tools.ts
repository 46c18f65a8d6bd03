import { z } from 'zod';
import { apis, type Call, isObject, type Json, type JsonObject, schemaUri, type Tool } from '@delivery/contracts/calls';

/** Where an argument goes. `preview`: it is what the preview of a change showed. */
type Place = 'path' | 'query' | 'body' | 'preview';
type Argument = { name: string; place: Place; schema: Json; isRequired: boolean };

/** A declared call as agents have it. */
export type AgentTool = {
  declared: Call & { tool: Tool };
  args: readonly Argument[];
  inputSchema: { type: 'object' } & JsonObject;
  description: string;
  isRead: boolean;
};

export type ToolApi = keyof Pick<typeof apis, 'merchant' | 'platform' | 'courier'>;

/** The member of a preview that is a token: the call itself refuses it where it is stale. */
export const tokenMember = 'token';

/** The tools of one kind of caller, by name. Nothing of them stands anywhere but in the declarations. */
export const toolsOf = (api: ToolApi): ReadonlyMap<string, AgentTool> => {
  const { calls } = apis[api];
  return new Map(
    Object.values(calls).flatMap((declared) => (hasTool(declared) ? [[declared.id, toTool(api, declared)]] : [])),
  );
};

const hasTool = (declared: Call): declared is AgentTool['declared'] => declared.tool !== undefined;

const toTool = (api: ToolApi, declared: AgentTool['declared']): AgentTool => {
  const args = [...pathArguments(api, declared), ...inputArguments(api, declared), ...previewArguments(api, declared)];
  return {
    declared,
    args,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(args.map(({ name, schema }) => [name, schema])),
      required: args.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      additionalProperties: false,
    },
    description: describe(declared),
    isRead: declared.isRead ?? declared.method === 'GET',
  };
};

const describe = ({ summary, description, tool: { after } }: AgentTool['declared']): string =>
  [
    `${summary}.`,
    ...(description === undefined ? [] : [description]),
    ...(after === undefined ? [] : [`Call \`${after.preview}\` first, and give back its \`${after.given}\`.`]),
  ].join(' ');

const pathArguments = (api: ToolApi, { parameters = [] }: Call): Argument[] =>
  parameters.flatMap(({ name, in: place, description = '', schema = {} }): Argument[] =>
    place === 'path' && typeof name === 'string'
      ? [{ name, place, schema: { ...resolve(api, schema), description }, isRequired: true }]
      : [],
  );

const inputArguments = (api: ToolApi, { query, body }: Call): Argument[] => [
  ...membersOf(query, 'query'),
  ...membersOf(body && apis[api].schemas[body.schema], 'body'),
];

const membersOf = (schema: z.ZodType | undefined, place: Place): Argument[] => {
  const { properties = {}, required = [] } = schema ? toJsonSchema(schema) : {};
  return Object.entries(isObject(properties) ? properties : {}).map(([name, member]) => ({
    name,
    place,
    schema: member,
    isRequired: Array.isArray(required) && required.includes(name),
  }));
};

const previewArguments = (api: ToolApi, { tool: { after } }: AgentTool['declared']): Argument[] => {
  if (after === undefined) return [];
  const answer = Object.values(apis[api].calls[after.preview]?.answers ?? {})[0]?.schema;
  const found = membersOf(answer === undefined ? undefined : apis[api].schemas[answer], 'preview');
  const given = found.find(({ name }) => name === after.given);
  if (!given) throw new Error(`${after.preview} answers no ${after.given}`);
  const description = `The \`${after.given}\` of the answer of \`${after.preview}\`.`;
  return [{ ...given, schema: { ...(isObject(given.schema) && given.schema), description }, isRequired: true }];
};

/** Paths refer to schemas by name. */
const resolve = (api: ToolApi, schema: Json): JsonObject => {
  if (!isObject(schema)) return {};
  const { $ref: ref } = schema;
  const named = typeof ref === 'string' ? apis[api].schemas[ref.slice(schemaUri('').length)] : undefined;
  return named ? toJsonSchema(named) : schema;
};

/** Through text, so that the result is plain JSON. */
const toJsonSchema = (schema: z.ZodType): JsonObject => {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const parsed: unknown = JSON.parse(JSON.stringify(plain));
  return isObject(parsed) ? parsed : {};
};
