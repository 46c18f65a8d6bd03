import type { Json, JsonObject } from './json.js';

export const pathId = (description: string, schema: JsonObject, example: Json, name = 'id'): JsonObject => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
  example,
});

export const headerParameter = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

/** @param repeats what is done with the same again under the same key */
export const idempotencyKey = (repeats: string): JsonObject =>
  headerParameter('Idempotency-Key', `${repeats} 1 to 255 visible ASCII characters.`, {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[!-~]*$',
  });

export const uuid: JsonObject = { type: 'string', format: 'uuid' };

/** Of a schema that the document names. */
export const schemaRef = (name: string): JsonObject => ({ $ref: schemaUri(name) });

export const schemaUri = (name: string): string => `#/components/schemas/${name}`;
