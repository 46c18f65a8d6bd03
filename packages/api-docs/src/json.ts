import { isObject, type Json, type JsonObject } from '@delivery/contracts/calls';

export { isObject, type Json, type JsonObject };

/** Members of a JSON object; none where it is something else. */
export const membersOf = (value: Json | undefined): [string, Json][] => (isObject(value) ? Object.entries(value) : []);

export const mapMembers = (value: Json | undefined, map: (member: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(membersOf(value).map(([name, member]) => [name, map(member, name)]));

export const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) ? value[name] : undefined;

export const textAt = (value: Json | undefined, name: string): string => {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : '';
};

export const listAt = (value: Json | undefined, name: string): Json[] => {
  const member = memberOf(value, name);
  return Array.isArray(member) ? member : [];
};

/** The target of a `$ref` within the document; any other value as it is. */
export const resolveRef = (document: JsonObject, value: Json | undefined): Json | undefined => {
  const ref = textAt(value, '$ref');
  if (!ref.startsWith('#/')) return value;
  return ref
    .slice(2)
    .split('/')
    .reduce<Json | undefined>((at, step) => memberOf(at, step), document);
};
