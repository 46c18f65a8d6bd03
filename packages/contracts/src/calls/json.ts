/** Plain JSON, as examples and published documents are made of. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
