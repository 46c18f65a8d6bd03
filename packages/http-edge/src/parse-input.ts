import { z } from 'zod';
import { faultMax, type FieldError } from '@delivery/contracts';
import { ProblemError } from './problem.js';

/** @throws ProblemError `validation_failed` with every fault of the body at once */
export const parseBody = <T extends z.ZodType>(schema: T, body: unknown): z.infer<T> => {
  const parsed = tryBody(schema, body);
  if ('data' in parsed) return parsed.data;
  throw validationFailed(parsed.errors);
};

/** Parses a part of a body whose faults do not make the rest invalid. */
export const tryBody = <T extends z.ZodType>(
  schema: T,
  body: unknown,
): { data: z.infer<T> } | { errors: FieldError[] } => {
  const parsed = schema.safeParse(body, { reportInput: false, error: describeUnknown });
  return parsed.success ? { data: parsed.data } : { errors: toFieldErrors(parsed.error.issues, body) };
};

export const validationFailed = (errors: readonly FieldError[]): ProblemError =>
  new ProblemError('validation_failed', `The body has ${countFaults(errors)}: see errors.`, { errors });

export const countFaults = (errors: readonly FieldError[]): string =>
  errors.length === 1 ? 'one faulty field' : `${errors.length} faulty fields`;

/** @throws ProblemError `invalid_parameter` that names each parameter and what was expected of it */
export const parseQuery = <T extends z.ZodObject>(schema: T, query: Query): z.infer<T> => {
  const given = Object.fromEntries(query);
  const parsed = schema.safeParse(given, { reportInput: false });
  if (parsed.success) return parsed.data;
  const errors = toFieldErrors(parsed.error.issues, given);
  const details = errors.map(({ field, message }) => {
    const [name = ''] = field.split('.');
    const hint = isTimeWithBlank(query.get(name)) ? ' In a query a + is written %2B.' : '';
    return `${name}: ${message.charAt(0).toLowerCase()}${message.slice(1)}${hint}`;
  });
  throw new ProblemError('invalid_parameter', [...new Set(details)].join(' '));
};

/** Its offset was sent with a bare +, which a query means a blank by. */
const isTimeWithBlank = (value = ''): boolean => /T.* \d\d:?\d\d$/i.test(value);

export type Query = ReadonlyMap<string, string>;

const none: Query = new Map();

/** The request target as path and query text. */
export const splitTarget = (target: string): { path: string; search: string } => {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, search: '' } : { path: target.slice(0, at), search: target.slice(at + 1) };
};

/** @throws ProblemError where one parameter is given twice: which one counts would be a guess */
export const readQuery = (search: string): Query => {
  if (search === '') return none;
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (query.has(name)) throw sentTwice(name);
    query.set(name, value);
  }
  return query;
};

/** A name that is not a plain word may be anything, even a credential, so a message does not repeat it. */
const nameInText = (name: string): string => (/^[a-z_]{1,32}$/.test(name) ? name : 'A query parameter');

const sentTwice = (name: string): ProblemError =>
  new ProblemError('invalid_parameter', `${nameInText(name)} was sent more than once.`);

/**
 * @throws ProblemError where a parameter is none of these: a filter that is not understood must not be left out
 * silently
 */
export const checkQueryNames = (query: Query, names: readonly string[]): void => {
  for (const name of query.keys()) if (!names.includes(name)) throw unknownParameter(name, names);
};

const unknownParameter = (name: string, names: readonly string[]): ProblemError => {
  const there = names.length === 0 ? 'This call takes none.' : `This call takes ${names.join(', ')}.`;
  return new ProblemError('invalid_parameter', `${nameInText(name)} is unknown. ${there}`);
};

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/**
 * For a parse whose issues become field errors: names the fields that an object has, where one was sent that it has
 * not.
 */
const describeUnknown: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject
    ? `unknown field; the known fields are ${Object.keys(issue.inst.shape).join(', ')}`
    : undefined;

/** One fault of a request's body, with its RFC 6901 pointer. */
export const fieldError = (path: Path, code: string, message: string): FieldError => ({
  pointer: pointerOf(path),
  field: fieldOf(path),
  code,
  message,
});

/** A fault at a JSON pointer. The pointer has names of a contract, so none needs unescaping. */
export const fieldErrorAt = (pointer: string, code: string, message: string): FieldError =>
  fieldError(pointer.split('/').slice(1), code, message);

/**
 * The first faults of the shape at once, one for each place. The value itself is never repeated: it may be a
 * customer's.
 */
export const toFieldErrors = (issues: readonly Issue[], input: unknown): FieldError[] => {
  const errors = new Map<string, FieldError>();
  for (const error of issues.flatMap((issue) => describeIssue(issue, input)))
    if (!errors.has(error.pointer)) errors.set(error.pointer, error);
  return [...errors.values()].slice(0, faultMax);
};

const nameMaxLength = 128;

/** Names are the client's, and may be as long as the body: where one is too long, its object is named. */
export const shortenPath = (path: Path): Path => {
  const tooLong = path.findIndex((step) => String(step).length > nameMaxLength);
  return tooLong < 0 ? path : path.slice(0, tooLong);
};

/** RFC 6901. */
const pointerOf = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const fieldOf = (path: Path): string => path.map(String).join('.');

const describeIssue = (issue: Issue, input: unknown): FieldError[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) =>
      fieldError(shortenPath([...issue.path, name]), 'unknown_field', sentence(issue.message)),
    );
  }
  const [code, message] = describe(issue, input);
  return [fieldError(issue.path, code, message)];
};

const describe = (issue: Issue, input: unknown): [code: string, message: string] => {
  switch (issue.code) {
    case 'invalid_type': {
      const isOwn = !issue.message.startsWith('Invalid input');
      const expected = isOwn ? issue.message : `expected ${expectedType(issue.expected)}`;
      return requiredOr('invalid_type', expected, issue.path, input);
    }
    case 'too_small':
      return describeTooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return describeTooBig(issue.origin, Number(issue.maximum));
    case 'invalid_value': {
      // A list looks as if its entries were not known.
      const [given, count] = [valueAt(input, issue.path), issue.values.length];
      const some = typeof given === 'string' && given.includes(',') ? 'exactly one of ' : 'one of ';
      const expected = `expected ${count > 1 ? some : ''}${issue.values.map(String).join(', ')}`;
      return requiredOr('invalid_value', expected, issue.path, input);
    }
    case 'invalid_union':
      return requiredOr('invalid_value', issue.message, issue.path, input);
    case 'invalid_format':
      return ['invalid_format', formats[issue.format] ?? sentence(issue.message)];
    default:
      return ['invalid_value', sentence(issue.message)];
  }
};

const requiredOr = (code: string, expected: string, path: Path, input: unknown): [code: string, message: string] =>
  isAbsent(input, path) ? ['required', `This field is required: ${expected}.`] : [code, sentence(expected)];

/** Messages for formats that have none of their own. */
const formats: Readonly<Record<string, string>> = {
  guid: 'Expected a UUID, e.g. 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9.',
};

const describeTooSmall = (origin: string, minimum: number): [string, string] => {
  if (origin === 'string') return ['too_short', `Expected at least ${minimum} character${minimum === 1 ? '' : 's'}.`];
  if (origin === 'array') return ['too_few', `Expected at least ${minimum} entr${minimum === 1 ? 'y' : 'ies'}.`];
  return ['too_small', `Expected a number of at least ${minimum}.`];
};

const describeTooBig = (origin: string, maximum: number): [string, string] => {
  if (origin === 'string') return ['too_long', `Expected at most ${maximum} characters.`];
  if (origin === 'array') return ['too_many', `Expected at most ${maximum} entries.`];
  return ['too_big', `Expected a number of at most ${maximum}.`];
};

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  boolean: 'true or false',
};
const expectedType = (expected: string): string => typeNames[expected] ?? `a value of type ${expected}`;

/** Whether the value at `path` is missing or null. The body itself (an empty path) never counts as missing. */
const isAbsent = (input: unknown, path: Path): boolean => {
  const within = valueAt(input, path.slice(0, -1));
  return path.length > 0 && typeof within === 'object' && within !== null && (valueAt(input, path) ?? null) === null;
};

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    input,
  );

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
