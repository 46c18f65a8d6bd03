import fc from 'fast-check';

export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** Values that fit few schemas, and break code that does not check them. */
const strangers: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  'x'.repeat(300),
  'a\u0000b',
  '\u202Eabc',
  '%00',
  "' or 1=1 --",
  '../../x',
  '2026-02-30T25:00:00Z',
  '0001-01-01T00:00:00Z',
  0,
  -1,
  0.1,
  1e300,
  Number.MAX_SAFE_INTEGER,
  [],
  [null],
  {},
  { $where: 1 },
];
export const stranger = fc.constantFrom(...strangers);

/** Known values by the name of the property or parameter that takes them. */
export type KnownValues = (name: string) => readonly unknown[] | undefined;

type Context = { resolve: (ref: string) => Schema; known: KnownValues };

/**
 * Values of a JSON schema: most fit, about one node in twelve does not. Values that `known` has for a name replace the
 * schema's own, so that ids belong to things that exist.
 */
export const arbitraryOf = (schema: Schema, context: Context, name = '', depth = 0): fc.Arbitrary<unknown> => {
  const known = context.known(name);
  const fitting = known ? fc.constantFrom(...known) : fittingOf(schema, context, name, depth);
  return fc.oneof({ arbitrary: fitting, weight: 12 }, { arbitrary: stranger, weight: 1 });
};

const fittingOf = (schema: Schema, context: Context, name: string, depth: number): fc.Arbitrary<unknown> => {
  if (schema.$ref !== undefined) return fittingOf(context.resolve(schema.$ref), context, name, depth);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fittingOf(choice, context, name, depth)));
  if (schema.allOf) return fc.tuple(...schema.allOf.map((part) => fittingOf(part, context, name, depth))).map(merge);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? fc.jsonValue() : fc.oneof(...types.map((type) => ofType(type, schema, context, depth)));
};

const merge = (parts: unknown[]): unknown => Object.assign({}, ...parts) as unknown;

const ofType = (type: string, schema: Schema, context: Context, depth: number): fc.Arbitrary<unknown> => {
  switch (type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, context, '', depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'object':
      return objectOf(schema, context, depth);
    default:
      return fc.constant(null);
  }
};

const text = ({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> => {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'uuid') return fc.uuid();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) });
};

const objectOf = (schema: Schema, context: Context, depth: number): fc.Arbitrary<unknown> => {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, arbitraryOf(property, context, name, depth + 1)] as const,
  );
  // Deep schemas get only required members, so that bodies stay small; now and then a member that no schema has.
  const required = new Set(schema.required);
  const wanted = depth > 3 ? properties.filter(([name]) => required.has(name)) : properties;
  const record = fc.record(Object.fromEntries(wanted), {
    requiredKeys: wanted.map(([name]) => name).filter((name) => required.has(name)),
  });
  return fc.oneof(
    { arbitrary: record, weight: 12 },
    { arbitrary: record.map((value) => ({ ...value, stranger: 1 })), weight: 1 },
  );
};
