import { type Json, type JsonObject, memberOf, membersOf, textAt } from '../json.js';
import type { SampleRequest } from './sample.js';

/** What a path's id is the id of, by the word before it. */
const variables: Readonly<Record<string, string>> = {
  'external-orders': 'ID',
  'webhook-endpoints': 'ENDPOINT',
  'webhook-deliveries': 'DELIVERY_ID',
  'webhook-replays': 'REPLAY_ID',
};

/** The request of a call, with the first of its documented bodies. */
export const toSampleRequest = (method: string, path: string, operation: Json): SampleRequest => ({
  method: method.toUpperCase(),
  path: path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, word: string, name: string) =>
    name === 'id' ? `${word}/{${variables[word] ?? 'ID'}}` : `${word}/{${name.toUpperCase()}}`,
  ),
  headers: [],
  body: firstBodyOf(operation),
  operationId: textAt(operation, 'operationId'),
});

const firstBodyOf = (operation: Json): Json | undefined => {
  const content = memberOf(memberOf(memberOf(operation, 'requestBody'), 'content'), 'application/json');
  const [first] = membersOf(memberOf(content, 'examples'));
  return memberOf(first?.[1], 'value') ?? memberOf(content, 'example');
};

/** Finds the call that a request makes, whatever id is in its path. */
export const createFindOperation = (document: JsonObject) => {
  const known = membersOf(memberOf(document, 'paths')).flatMap(([path, methods]) =>
    membersOf(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      shape: shapeOf(path),
      id: textAt(operation, 'operationId'),
    })),
  );
  return (method: string, path: string): string | undefined =>
    known.find((call) => call.method === method && call.shape === shapeOf(path))?.id;
};

const shapeOf = (path: string): string => path.replace(/\?.*$/, '').replaceAll(/\{\w+\}/g, '{}');
