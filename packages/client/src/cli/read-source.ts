import { readFileSync } from 'node:fs';
import { CannotRunError } from './errors.js';

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
