import type { Json, JsonObject } from '../json.js';

export const pathId = (description: string, schema: JsonObject, example: Json, name = 'id'): JsonObject => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
  example,
});

export const queryParameter = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
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

/** A text that lists search for: any that can be stored. */
export const searchedText: JsonObject = { type: 'string', maxLength: 255, pattern: '^[^\\x00]*$' };

/** Opaque to clients; a sequence has this form too. */
export const cursor: JsonObject = { type: 'string', maxLength: 512, pattern: '^[\\w-]+$' };

/** The paging of every list. */
export const pageParameters: readonly JsonObject[] = [
  queryParameter('cursor', 'A `next_cursor` of this list, unchanged.', cursor),
  queryParameter('limit', 'How many entries at most.', { type: 'integer', minimum: 1, maximum: 100, default: 50 }),
];

const visible = (maxLength: number): JsonObject => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: String.raw`^\P{Cc}*$`,
});

/** Of the operator's calls without a body of their own. */
export const actionParameters: readonly JsonObject[] = [
  queryParameter('by', 'Who does it.', visible(64)),
  queryParameter('reason', 'Why, without customers’ data.', visible(200)),
];

/** How long a read of a feed may wait. */
export const feedWait = queryParameter('wait', 'Seconds to wait where nothing has happened yet.', {
  type: 'integer',
  minimum: 0,
  maximum: 30,
  default: 0,
});

export const uuid: JsonObject = { type: 'string', format: 'uuid' };
export const dateTime: JsonObject = { type: 'string', format: 'date-time' };
