import { type FieldError, type IgnoredFields, ignoredPointerMax, ignoredPointerMaxLength } from '@delivery/contracts';
import { fieldError } from '@delivery/http-edge';

/**
 * Members that the schema does not know, at any depth: it leaves them out of its result.
 * @returns JSON pointers as RFC 6901, 6 has them in URIs, so that a header can carry any name
 */
export const listIgnored = (sent: unknown, read: object, rawMember?: string): IgnoredFields => {
  const { shown, count } = findUnknown(sent, read, rawMember);
  return { pointers: [...shown.keys()], count };
};

/** @param unused pointers to known members that are not used as they were sent */
export const withUnused = ({ pointers, count }: IgnoredFields, unused: readonly string[]): IgnoredFields => ({
  pointers: [...unused, ...pointers].slice(0, ignoredPointerMax),
  count: count + unused.length,
});

/** Lists ignored fields of a body. */
export const listUnknown = (sent: unknown, read: object, rawMember?: string): FieldError[] => {
  const { shown, count } = findUnknown(sent, read, rawMember);
  const named = [...shown.values()].map((path) => fieldError(path, 'unknown_field', 'This field is not known.'));
  if (count <= shown.size) return named;
  return [...named, fieldError([], 'unknown_field', `There are ${count} unknown fields in all.`)];
};

type Path = string[];

/** `shown`: by their pointers. */
const findUnknown = (sent: unknown, read: object, rawMember?: string) => {
  const paths = unknownIn(sent, read).filter(([first]) => first !== rawMember);
  const shown = paths.slice(0, ignoredPointerMax).map(shorten);
  return { shown: new Map(shown.map((path) => [toPointer(path), path])), count: paths.length };
};

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
const shorten = (path: Path): Path =>
  toPointer(path).length <= ignoredPointerMaxLength ? path : shorten(path.slice(0, -1));

const toPointer = (path: Path): string =>
  path.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
