import { isObject, type JsonObject } from '../json.js';

/** The meaning of each field, by schema name and path: `payment.methods[].value`. `''` is the schema itself. */
export type FieldNotes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** @throws Error for a note about a field that is not there any more */
export const applyNotes = (schemas: JsonObject, notes: FieldNotes): JsonObject => {
  const noted = structuredClone(schemas);
  for (const [name, fields] of Object.entries(notes)) {
    for (const [path, note] of Object.entries(fields)) fieldAt(noted, name, path)['description'] = note;
  }
  return noted;
};

const fieldAt = (schemas: JsonObject, name: string, path: string): JsonObject => {
  const steps = path === '' ? [] : path.split('.');
  const field = steps.reduce<unknown>(stepInto, schemas[name]);
  if (!isObject(field)) throw new Error(`the note on ${name}.${path} is about a field that does not exist`);
  return field;
};

const stepInto = (schema: unknown, step: string): unknown => {
  if (!isObject(schema)) return undefined;
  const name = step.replace(/\[\]$/, '');
  const property = isObject(schema['properties']) ? schema['properties'][name] : undefined;
  return step.endsWith('[]') && isObject(property) ? property['items'] : property;
};
