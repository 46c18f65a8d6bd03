import { readFileSync } from 'node:fs';
import type { List, Page } from '../calls/read-answer.js';
import { parseUrl } from '../transport.js';
import { CannotRunError, type Flags } from './command.js';

/** @throws CannotRunError that lists the allowed values */
export const readOneOf = <Value extends string>(
  what: string,
  given: string | undefined,
  values: readonly Value[],
): Value | undefined => {
  if (given === undefined) return undefined;
  const found = values.find((value) => value === given);
  if (found === undefined) throw new CannotRunError(`${what} must be one of ${values.join(', ')}`);
  return found;
};

/** @throws CannotRunError that says the range */
const readCount = (flag: string, given: string | undefined, { usual, max }: { usual: number; max: number }): number => {
  const count = given === undefined ? usual : Number(given);
  if (Number.isInteger(count) && count >= 1 && count <= max) return count;
  throw new CannotRunError(`--${flag} must be a whole number from 1 to ${max}`);
};

/** The URL to which webhooks are posted. */
export const readReceiver = (flag: string, given: string | undefined): string => {
  if (given === undefined)
    throw new CannotRunError(`say where your receiver is: --${flag} http://localhost:3000/hooks`);
  const url = parseUrl(given);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new CannotRunError(`--${flag} ${given} is not an http or https URL such as http://localhost:3000/hooks`);
  return url.href;
};

const limits = { usual: 20, max: 100 };

export const limitFlag: Flags = {
  limit: { value: 'count', help: `how many, ${limits.max} at most; default ${limits.usual}` },
};

export const readLimit = (text: (flag: string) => string | undefined): number =>
  readCount('limit', text('limit'), limits);

export const firstPage = async <Entry>(entries: List<Entry>): Promise<Page<Entry>> => {
  for await (const page of entries.pages()) return page;
  return { data: [], next_cursor: null };
};

/** The text of a file, or of standard input for `-`. */
export const readSource = (path: string): string => {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').trim();
  } catch (error) {
    throw new CannotRunError(`${nameOf(path)} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
};

const nameOf = (path: string): string => (path === '-' ? 'standard input' : path);

/** Node's words for a call that the system refused are `ENOENT: no such file or directory, open '…'`. */
const reasonOf = (error: unknown): string => {
  const said = error instanceof Error ? error.message : String(error);
  return /^E[A-Z]+: ([^,]+)/.exec(said)?.[1] ?? said;
};

type Guard<Value> = (value: unknown) => value is Value;

/** The value of JSON text. @param what what it must be, as in "an order: …" */
export const parseSource = <Value>(path: string, source: string, what: string, isWanted: Guard<Value>): Value => {
  const value = parseJson(path, source);
  if (isWanted(value)) return value;
  throw new CannotRunError(`${nameOf(path)} is not ${what}`);
};

const parseJson = (path: string, source: string): unknown => {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new CannotRunError(`${nameOf(path)} is not JSON: ${reasonOf(error)}`, { cause: error });
  }
};

/** The fields of an object are validated by the service alone, which names each fault. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
