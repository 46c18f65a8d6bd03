import { type FieldError, type IgnoredFields, ignoredPointerMax, ignoredPointerMaxLength } from '@delivery/contracts';
import { fieldError } from '@delivery/http-edge';

/**
 * Members that the schema does not know, at any depth: it leaves them out of its result.
 * @returns JSON pointers as RFC 6901, 6 has them in URIs, so that a header can carry any name
 */
export const listIgnored = (sent: unknown, read: object, rawMember?: string): IgnoredFields => {
  const paths = unknownIn(sent, read).filter(([first]) => first !== rawMember);
  if (paths.length === 0) return nothing;
  const pointers = paths.slice(0, ignoredPointerMax).map(toPointer);
  return { pointers: [...new Set(pointers)], count: paths.length };
};

const nothing: IgnoredFields = { pointers: [], count: 0 };

type Path = (string | number)[];

const unknownIn = (sent: unknown, read: unknown): Path[] => {
  if (!isNested(sent) || !isNested(read)) return [];
  const found: Path[] = [];
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(read, name)) found.push([name]);
    else for (const path of unknownIn(sent[name], read[name])) found.push([name, ...path]);
  }
  return found;
};

/** A list is one of members that are named by numbers. */
const isNested = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Where a name is too long, its object is named. */
const toPointer = (path: Path): string => {
  const steps = path.map((step) => `/${encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1'))}`);
  while (steps.join('').length > ignoredPointerMaxLength) steps.pop();
  return steps.join('');
};

/** The same in a body. */
export const toUnknownFields = ({ pointers, count }: IgnoredFields): FieldError[] => {
  const named = pointers.map((pointer) => fieldError(toNames(pointer), 'unknown_field', 'This field is not known.'));
  if (count <= pointers.length) return named;
  return [...named, fieldError([], 'unknown_field', `There are ${count} unknown fields in all.`)];
};

const toNames = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
