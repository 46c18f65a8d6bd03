import { z } from 'zod';
import { type NamedSchemas, schemaUri } from '@delivery/contracts/calls';
import { isObject, type Json, type JsonObject } from './json.js';

/**
 * JSON Schema 2020-12 of every named schema; one inside another becomes a `$ref`. All of them as they are read, not as
 * they are written: readers must put up with fields that are added later.
 */
export const convertSchemas = (named: NamedSchemas): JsonObject => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'throw',
    uri: (id) => schemaUri(id),
    override: ({ zodSchema, jsonSchema }) => {
      const discriminator = toDiscriminator(zodSchema, (option) => registry.get(option)?.id);
      if (discriminator) jsonSchema['discriminator'] = discriminator;
      // zod leaves it out where text is read as a number.
      if (zodSchema instanceof z.ZodDefault && jsonSchema['type'] === 'integer')
        jsonSchema['default'] = zodSchema.def.defaultValue;
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toComponent(schema)]));
};

/** OpenAPI's `discriminator` of a union, only where each of its options has a name. */
const toDiscriminator = (
  schema: unknown,
  nameOf: (option: z.ZodType) => string | undefined,
): JsonObject | undefined => {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return undefined;
  const propertyName = schema.def.discriminator;
  const mapping: JsonObject = {};
  for (const option of schema.options) {
    const tag: unknown = option instanceof z.ZodObject ? option.shape[propertyName] : undefined;
    const name = option instanceof z.ZodObject ? nameOf(option) : undefined;
    if (!(tag instanceof z.ZodLiteral || tag instanceof z.ZodEnum) || name === undefined) return undefined;
    for (const value of tag instanceof z.ZodEnum ? tag.options : tag.values) mapping[String(value)] = schemaUri(name);
  }
  return { propertyName, mapping };
};

/** Through text, so that the result is plain JSON. */
const toComponent = (schema: unknown): Json => {
  const parsed: unknown = JSON.parse(JSON.stringify(schema));
  if (!isObject(parsed)) throw new TypeError('expected a schema object');
  // The document says which JSON Schema it is, and names its components itself.
  delete parsed['$schema'];
  delete parsed['$id'];
  return tidySchema(parsed);
};

/** Formats that mean the same as zod's own pattern for them. */
const namedFormats = new Set(['date-time', 'uuid', 'uri']);

const maxOf32Bits = 2 ** 31 - 1;

/** A schema as a person would write it, meaning the same. */
export const tidySchema = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(tidySchema);
  if (!isObject(value)) return value;
  const tidied = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, tidySchema(member)]));
  return describeLast(joinNull(describeDefault(dropNoise(tidied))));
};

const dropNoise = (schema: JsonObject): JsonObject => {
  const { format, pattern, propertyNames, additionalProperties, const: constant, ...rest } = schema;
  const isNamed = typeof format === 'string' && namedFormats.has(format);
  return {
    ...rest,
    // Some generators make a nameless constant of a text without letters and digits, and in Java texts of true and
    // false.
    ...(constant === undefined || isNameless(constant) || typeof constant === 'boolean' ? {} : { const: constant }),
    // zod has formats of its own, such as `starts_with`. Other tools understand only their pattern.
    // A property may have that name.
    ...(isNamed || isObject(format) ? { format } : {}),
    // Without it some generators take `float`, which cannot hold a coordinate.
    ...([schema['type']].flat().includes('number') && !('const' in schema) ? { format: 'double' } : {}),
    // Without it some take 32 bits.
    ...(schema['type'] === 'integer' && Number(schema['maximum'] ?? Infinity) > maxOf32Bits ? { format: 'int64' } : {}),
    // The pattern of a number describes the text of a query parameter, so it is left out.
    ...(pattern === undefined || isNamed || schema['type'] === 'integer' ? {} : { pattern }),
    // `false` is for the tests here: published, it would make clients refuse the fields of later versions.
    ...(additionalProperties === undefined || additionalProperties === false
      ? {}
      : { additionalProperties: isEmpty(additionalProperties) ? true : additionalProperties }),
    ...(propertyNames === undefined || isPlainString(propertyNames) ? {} : { propertyNames }),
  };
};

/**
 * Beside a reference a default is in the description: generators give the value to the named type, which does not
 * compile in Java.
 */
const describeDefault = (schema: JsonObject): JsonObject => {
  const { default: value, description, ...rest } = schema;
  if (typeof schema['$ref'] !== 'string' || typeof value !== 'string') return schema;
  const words = typeof description === 'string' ? `${description} ` : '';
  return { ...rest, description: `${words}Default: \`${value}\`.` };
};

const isNameless = (value: Json): boolean => typeof value === 'string' && !/[a-z0-9]/i.test(value);

const isEmpty = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;

const isPlainString = (value: Json): boolean => JSON.stringify(value) === '{"type":"string"}';

/** `anyOf: [X, null]` as `type: [X, null]` where X is one type without a list of values. */
const joinNull = (schema: JsonObject): JsonObject => {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [first, second] = anyOf;
  if (!isObject(first) || !isObject(second) || second['type'] !== 'null') return schema;
  if (typeof first['type'] !== 'string' || 'enum' in first || 'const' in first) return schema;
  return { ...first, ...rest, type: [first['type'], 'null'] };
};

/** Puts the description last, behind the type. A property may be called `description`. */
const describeLast = (schema: JsonObject): JsonObject => {
  const { description, ...rest } = schema;
  return typeof description === 'string' ? { ...rest, description } : schema;
};
