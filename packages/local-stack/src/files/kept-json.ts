import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrorCode } from './error-code.js';

/** Parses a JSON file; undefined when there is none. A file that cannot be parsed throws: it is never overwritten unseen. */
export const readKeptJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw new Error(`${path} cannot be read`, { cause: error });
  }
};

/** Replaces a file as a whole, readable by its owner alone. A process that is killed on the way leaves the old file. */
export const keepJson = (path: string, value: unknown): void => {
  keepText(path, `${JSON.stringify(value)}\n`);
};

export const keepText = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, path);
};
