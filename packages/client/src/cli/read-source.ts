import { readFileSync } from 'node:fs';
import { CannotRunError } from './errors.js';

/** The text of a file, or of standard input for `-`. */
export const readSource = (path: string): string => {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').trim();
  } catch (error) {
    throw new CannotRunError(`${path} cannot be read: ${String(error)}`, { cause: error });
  }
};

/** @param what what it must be, as in "an order: …". Its fields are validated by the service alone, which names each fault. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what the service expects
export const parseObject = <T extends object>(path: string, source: string, what: string): T => {
  const value = parseJson(path, source);
  if (isObject<T>(value)) return value;
  throw new CannotRunError(`${path} is not ${what}`);
};

const parseJson = (path: string, source: string): unknown => {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new CannotRunError(`${path} is not JSON: ${String(error)}`, { cause: error });
  }
};

const isObject = <T extends object>(value: unknown): value is T =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
