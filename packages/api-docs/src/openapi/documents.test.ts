import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { problemStatuses } from '@delivery/contracts';
import {
  courierSchemas,
  merchantSchemas,
  type NamedSchemas,
  operatorSchemas,
  platformSchemas,
} from '@delivery/contracts/calls';
import { buildCourierApi } from '../build-courier-api.js';
import { buildMerchantApi } from '../build-merchant-api.js';
import { buildOperatorApi } from '../build-operator-api.js';
import { buildPlatformApi } from '../build-platform-api.js';
import { type Json, type JsonObject, listAt, memberOf, membersOf, resolveRef, textAt } from '../json.js';

/** Each with the number of bodies that it has more than, so that none is passed over. */
const documents: [string, JsonObject, NamedSchemas, number][] = [
  ['merchant', buildMerchantApi(), merchantSchemas, 5],
  ['courier', buildCourierApi(), courierSchemas, 3],
  ['platform', buildPlatformApi(), platformSchemas, 3],
  ['operator', buildOperatorApi(), operatorSchemas, 5],
];

const operationsOf = (document: JsonObject): Json[] =>
  membersOf(memberOf(document, 'paths')).flatMap(([, methods]) => membersOf(methods).map(([, operation]) => operation));

/** Every field of every object, however deep. */
const fieldsOf = (schema: Json): [string, Json][] => {
  const inner = membersOf(schema).map(([, member]) => member);
  const all = Array.isArray(schema) ? schema : inner;
  return [...membersOf(memberOf(schema, 'properties')), ...all.flatMap(fieldsOf)];
};

/** The types that a schema's fields get which are objects without a name of their own. */
const inlineNamesOf =
  (document: JsonObject) =>
  (name: string): string[] =>
    membersOf(memberOf(memberOf(memberOf(memberOf(document, 'components'), 'schemas'), name), 'properties'))
      .filter(([, field]) => memberOf(field, 'properties') !== undefined)
      .map(
        ([field]) => `${name}${field.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())}`,
      );

/** The body of an order is the specification's; the answer names its unknown fields. */
const lenientBodies = ['ExternalOrder'];
/** The parts of an order are as lenient; intake-api refuses a change with unknown fields by itself. */
const lenientWithin = [...lenientBodies, 'OrderChanges'];

/** Pointers to the objects that take unknown fields. */
const lenientObjects = (schema: Json | undefined, pointer = ''): string[] => {
  const fields = membersOf(memberOf(schema, 'properties'));
  const isLenient = fields.length > 0 && memberOf(schema, 'additionalProperties') !== false;
  return [
    ...(isLenient ? [pointer] : []),
    ...fields.flatMap(([name, field]) => lenientObjects(field, `${pointer}/${name}`)),
    ...listAt(schema, 'anyOf').flatMap((one) => lenientObjects(one, pointer)),
    ...(memberOf(schema, 'items') ? lenientObjects(memberOf(schema, 'items'), `${pointer}/*`) : []),
  ];
};

describe.each(documents)('the %s API', (_name, document, schemas, bodiesAbove) => {
  it('allows no unknown field in a body that changes something', () => {
    const bodies = operationsOf(document)
      .map((operation) => memberOf(memberOf(operation, 'requestBody'), 'content'))
      .map((content) => textAt(memberOf(memberOf(content, 'application/json'), 'schema'), '$ref'))
      .filter((ref) => ref !== '')
      .map((ref) => ref.split('/').at(-1) ?? ref);
    expect(bodies.length).toBeGreaterThan(bodiesAbove);
    for (const name of bodies.filter((body) => !lenientBodies.includes(body))) {
      const result = schemas[name]?.safeParse({ 'not-a-field': 1 });
      const codes = result?.error?.issues.map(({ code }) => code);
      expect([name, codes]).toEqual([name, expect.arrayContaining(['unrecognized_keys'])]);
      const written = schemas[name] && z.toJSONSchema(schemas[name], { io: 'input', reused: 'inline' });
      if (!lenientWithin.includes(name)) expect([name, lenientObjects(written as Json)]).toEqual([name, []]);
    }
  });

  it('answers each documented code with the status that the services answer it with', () => {
    for (const operation of operationsOf(document)) {
      for (const [status, response] of membersOf(memberOf(operation, 'responses'))) {
        const content = memberOf(memberOf(resolveRef(document, response), 'content'), 'application/problem+json');
        for (const [code] of membersOf(memberOf(content, 'examples'))) {
          expect([code, Number(status)]).toEqual([code, problemStatuses[code as keyof typeof problemStatuses]]);
        }
      }
    }
  });

  it('documents for each call when to try again', () => {
    for (const operation of operationsOf(document)) {
      const response = resolveRef(document, memberOf(memberOf(operation, 'responses'), '503'));
      expect(memberOf(response, 'headers')).toHaveProperty('Retry-After');
    }
  });

  it('[P16] says of every number how exact it is, and of every time that it is one', () => {
    for (const [name, field] of fieldsOf(memberOf(memberOf(document, 'components'), 'schemas') ?? null)) {
      const isTime = /(^|_)(at|since|until|time)$/.test(name);
      if (isTime) expect([name, textAt(field, 'format')]).toEqual([name, 'date-time']);
      const isNumber = [memberOf(field, 'type')].flat().includes('number');
      if (isNumber) expect([name, textAt(field, 'format')]).toEqual([name, 'double']);
    }
  });

  it('[P16] links to existing calls that take an id', () => {
    const byId = new Map(operationsOf(document).map((operation) => [textAt(operation, 'operationId'), operation]));
    for (const operation of operationsOf(document)) {
      for (const [, response] of membersOf(memberOf(operation, 'responses'))) {
        for (const [, link] of membersOf(memberOf(response, 'links'))) {
          const target = byId.get(textAt(link, 'operationId'));
          expect(listAt(target, 'parameters').map((parameter) => textAt(parameter, 'name'))).toContain('id');
        }
      }
    }
  });

  it('[P16] has no two names that generators make one of', () => {
    const components = memberOf(document, 'components');
    const schemaNames = membersOf(memberOf(components, 'schemas')).map(([name]) => name);
    const names = [...schemaNames, ...membersOf(memberOf(components, 'responses')).map(([name]) => name)];
    // Go has a function `NewThing` for each type `Thing`.
    const made = [
      ...names,
      ...schemaNames.map((name) => `New${name}`),
      ...schemaNames.flatMap(inlineNamesOf(document)),
    ];
    expect(made.filter((name, index) => names.includes(name) && made.indexOf(name) !== index)).toEqual([]);
  });

  it('[P16] has no schema with a list of its own name, as Python would have one variable for both', () => {
    for (const [name, schema] of membersOf(memberOf(memberOf(document, 'components'), 'schemas'))) {
      const fields = membersOf(memberOf(schema, 'properties'));
      const lists = fields.filter(([, field]) => memberOf(field, 'items') !== undefined).map(([field]) => field);
      expect(lists).not.toContain(name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase());
    }
  });

  it('[P16] has one shape of problem for all calls', () => {
    for (const [, response] of membersOf(memberOf(memberOf(document, 'components'), 'responses'))) {
      const content = memberOf(memberOf(response, 'content'), 'application/problem+json');
      expect(memberOf(content, 'schema')).toEqual({ $ref: '#/components/schemas/Problem' });
    }
  });

  it('shows a number in a query as a number, with its bounds and its default', () => {
    const parameters = operationsOf(document).flatMap((operation) => listAt(operation, 'parameters'));
    const limits = parameters.filter((parameter) => textAt(parameter, 'name') === 'limit');
    expect(limits.length).toBeGreaterThan(1);
    for (const limit of limits) {
      const schema = { type: 'integer', minimum: 1, maximum: 100, default: expect.any(Number) };
      expect(memberOf(limit, 'schema')).toEqual(schema);
    }
  });

  it('[P16] describes which values a free text in a query may have', () => {
    for (const operation of operationsOf(document)) {
      for (const parameter of listAt(operation, 'parameters').filter((one) => textAt(one, 'in') === 'query')) {
        const schema = resolveRef(document, memberOf(parameter, 'schema')) ?? {};
        const isFree =
          textAt(schema, 'type') === 'string' && !['format', 'enum'].some((word) => word in Object(schema));
        if (isFree)
          expect([textAt(parameter, 'name'), textAt(schema, 'pattern')]).toEqual([
            expect.anything(),
            expect.stringMatching(/^\^/),
          ]);
      }
    }
  });
});
