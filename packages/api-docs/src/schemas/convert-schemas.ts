import { z } from 'zod';
import { type NamedSchemas, schemaUri } from '@delivery/contracts/calls';
import { isObject, type Json, type JsonObject } from '../json.js';
import { tidySchema } from './tidy-schema.js';

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
