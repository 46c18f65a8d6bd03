import { isObject, type Json, type JsonObject, listAt, mapMembers, memberOf, membersOf, textAt } from '../json.js';

/**
 * The document for generators of clients: an enum in answers is text, with its values in `x-extensible-enum` and in the
 * description, for many generated clients fail at a value that was added later. Enums that only callers send stay, and
 * so do the tags of unions.
 */
export const openEnums = (document: JsonObject): JsonObject => {
  const components = memberOf(document, 'components');
  const schemas = memberOf(components, 'schemas');
  const operations = membersOf(memberOf(document, 'paths')).flatMap(([, path]) => membersOf(path));
  const sent = reachableFrom(
    schemas,
    operations.map(([, operation]) => memberOf(operation, 'requestBody')),
  );
  const reported = reachableFrom(schemas, [
    ...operations.map(([, operation]) => memberOf(operation, 'responses')),
    memberOf(document, 'webhooks'),
  ]);
  const tags = tagsOf(schemas);
  const opened = mapMembers(schemas, (schema, name) => {
    const isOpen = isEnum(schema) ? reported.has(name) : !sent.has(name);
    return isOpen ? keepTag(schema, openWithin(schema), tags.get(name)) : schema;
  });
  return { ...document, components: { ...(isObject(components) ? components : {}), schemas: opened } };
};

const prefix = '#/components/schemas/';

/** Names of the schemas that these refer to, and of those that they refer to in turn. */
const reachableFrom = (schemas: Json | undefined, roots: readonly (Json | undefined)[]): Set<string> => {
  const reached = new Set<string>();
  const follow = (value: Json | undefined): void => {
    const name = textAt(value, '$ref').startsWith(prefix) ? textAt(value, '$ref').slice(prefix.length) : undefined;
    if (name !== undefined && !reached.has(name)) {
      reached.add(name);
      follow(memberOf(schemas, name));
    }
    for (const member of Array.isArray(value) ? value : membersOf(value).map(([, inner]) => inner)) follow(member);
  };
  roots.forEach(follow);
  return reached;
};

/** The property that tells the options of a union apart, by the name of the option. */
const tagsOf = (value: Json | undefined): Map<string, string> => {
  const discriminator = memberOf(value, 'discriminator');
  const mapping = memberOf(discriminator, 'mapping');
  const targets = membersOf(mapping).map(([value]) => textAt(mapping, value).slice(prefix.length));
  const inner = Array.isArray(value) ? value : membersOf(value).map(([, member]) => member);
  return new Map([
    ...targets.map((name): [string, string] => [name, textAt(discriminator, 'propertyName')]),
    ...inner.flatMap((member) => [...tagsOf(member)]),
  ]);
};

const keepTag = (schema: Json, opened: Json, tag: string | undefined): Json => {
  const kept = tag === undefined ? undefined : memberOf(memberOf(schema, 'properties'), tag);
  if (tag === undefined || kept === undefined || !isObject(opened)) return opened;
  const properties = memberOf(opened, 'properties');
  return { ...opened, properties: { ...(isObject(properties) ? properties : {}), [tag]: kept } };
};

const isEnum = (schema: Json | undefined): boolean =>
  textAt(schema, 'type') === 'string' && listAt(schema, 'enum').length > 0;

const openWithin = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(openWithin);
  if (!isObject(schema)) return schema;
  if (isEnum(schema)) return openEnum(schema, 'string');
  const { anyOf: options, ...rest } = schema;
  const [first, second] = Array.isArray(options) && options.length === 2 ? options : [];
  if (isObject(first) && isEnum(first) && textAt(second, 'type') === 'null') {
    return openEnum({ ...first, ...rest }, ['string', 'null']);
  }
  return mapMembers(schema, openWithin);
};

const openEnum = ({ enum: values, ...rest }: JsonObject, type: Json): JsonObject => {
  const names = [values].flat().map((value) => `\`${typeof value === 'string' ? value : ''}\``);
  const note = textAt(rest, 'description');
  const list = names.every((name) => note.includes(name)) ? 'More may come.' : `${names.join(', ')}; more may come.`;
  return {
    ...rest,
    type,
    'x-extensible-enum': values ?? [],
    description: note === '' ? list : `${note} ${list}`,
  };
};
