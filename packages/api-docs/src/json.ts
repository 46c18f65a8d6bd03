/** Plain JSON, as the published documents are made of. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object at a member, or an empty one where there is none. */
export const objectAt = (value: Json | undefined, name: string): JsonObject => {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
};
