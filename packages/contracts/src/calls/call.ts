import type { z } from 'zod';
import type { OperatorRole } from '../operator-accounts.js';
import type { ProblemCode } from '../problem.js';
import type { HeaderName } from './headers.js';
import type { Json, JsonObject } from './parameters.js';

/** Schemas by the name under which a document shows them. */
export type NamedSchemas = Readonly<Record<string, z.ZodType>>;

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

/** Kinds of owners of webhook endpoints. */
export type OwnerKind = 'merchant' | 'platform' | 'courier';

/** The parts of a declaration that differ for platforms and couriers' systems. `example`: of its one answer. */
type Variation = { query?: z.ZodObject; bodyExamples?: Readonly<Record<string, Example>>; example?: Json };

/**
 * The members of an answer that a tool shows, and nothing else: `true` shows a text, a number or a list of them, a
 * list of texts shows these alone.
 */
export type ShownMembers = { readonly [name: string]: true | readonly string[] | ShownMembers };

/** How an agent has a call (MCP). `shows`: of a successful answer. */
export type Tool = {
  shows: ShownMembers;
  /**
   * A change: the call that shows what it would touch. The agent gives back its member `given`, which must still be the
   * same.
   */
  after?: { preview: string; given: string };
};

/** One call of an HTTP API, as data. */
export type Call<Id extends string = string> = {
  id: Id;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters in braces. */
  path: string;
  tag: string;
  /** It takes no credentials. */
  isOpen?: true;
  /**
   * The role that an operator needs. All calls of the operator API have one, except those of the caller's own session.
   */
  role?: OperatorRole;
  summary: string;
  description?: string;
  /** In the path and in headers. */
  parameters?: readonly JsonObject[];
  /** The parsed query. */
  query?: z.ZodObject;
  body?: { schema: string; isOptional?: true; examples: Readonly<Record<string, Example>> };
  answers: Readonly<Record<number, CallAnswer>>;
  /** Beside those of every call. */
  problems?: readonly ProblemCode[];
  /** An owner's call that operators have, too: its answers are those of the owner's document. */
  isOwners?: true;
  /** It changes nothing, though it is a POST: a caller who may only read may make it. */
  isRead?: true;
  /** Agents have it. */
  tool?: Tool;
  /** For owners whose events, and examples, are others. */
  variations?: Readonly<Partial<Record<OwnerKind, Variation>>>;
};

/** A call as it is written down: the rest is what it stands under. */
export type CallSpec = Omit<Call, 'id' | 'tag' | 'method' | 'path'> & {
  request: readonly [method: Call['method'], path: string];
};

/** Calls by their ids. */
export type Calls<Id extends string = string> = Readonly<Record<Id, Call<Id>>>;

/** The calls of one tag. */
export const callsOf = <Id extends string>(tag: string, specs: Readonly<Record<Id, CallSpec>>): Calls<Id> =>
  mapNamed(specs, ({ request: [method, path], ...call }, id) => ({ ...call, id, tag, method, path }));

/** Shared calls as one kind of owner has them. */
export const callsFor = <Id extends string>(kind: OwnerKind, calls: Calls<Id>): Calls<Id> =>
  mapNamed(calls, (call) => varied(call, call.variations?.[kind] ?? {}));

const varied = <Id extends string>(call: Call<Id>, { query, bodyExamples, example }: Variation): Call<Id> => ({
  ...call,
  ...(query && { query }),
  ...(call.body && bodyExamples && { body: { ...call.body, examples: { ...call.body.examples, ...bodyExamples } } }),
  ...(example !== undefined && { answers: mapNamed(call.answers, (answer) => ({ ...answer, example })) }),
});

/** These calls under other ids, for another API or owner. */
export const mapCalls = <Id extends string>(calls: Calls<Id>, map: (call: Call<Id>) => Call<Id>): Calls<Id> =>
  mapNamed(calls, map);

type Renamed<
  Id extends string,
  From extends string,
  To extends string,
> = Id extends `${infer Before}${From}${infer After}` ? `${Before}${To}${After}` : Id;

/** With another word in their ids. */
export const renameCalls = <Id extends string, From extends string, To extends string>(
  calls: Calls<Id>,
  from: From,
  to: To,
): Calls<Renamed<Id, From, To>> => mapNamed(renameIds(calls, from, to), (call, id) => ({ ...call, id }));

/** These values under the renamed ids. */
function renameIds<Id extends string, Value, From extends string, To extends string>(
  byId: Readonly<Record<Id, Value>>,
  from: From,
  to: To,
): Record<Renamed<Id, From, To>, Value>;
function renameIds<Value>(byId: Readonly<Record<string, Value>>, from: string, to: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(byId).map(([id, value]) => [id.replace(from, to), value]));
}

function mapNamed<Name extends string, From, To>(
  named: Readonly<Record<Name, From>>,
  map: (value: From, name: Name) => To,
): Record<Name, To>;
function mapNamed<From, To>(
  named: Readonly<Record<string, From>>,
  map: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, map(value, name)]));
}
