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

/** A reference to a schema that the document names. */
export const schemaRef = (name: string): JsonObject => ({ $ref: schemaUri(name) });

export const schemaUri = (name: string): string => `#/components/schemas/${name}`;

export const merchantId = '4c1d0b7e9a2f48d6b3e5f7081a9c2d4e';
export const merchantIdSchema = { type: 'string', pattern: '^[0-9a-f]{32}$' };

export const ownerIdSchema = { type: 'string', pattern: '^((cour|plat)_(test_)?)?[0-9a-f]{24,32}$' };

/** The parameters of a call about one merchant. */
export const merchantParameters = [pathId('The merchant.', merchantIdSchema, merchantId, 'merchant_id')];

/** Plain JSON, as examples and published documents are made of. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
