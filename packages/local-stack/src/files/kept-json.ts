import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { isErrorCode } from './error-code.js';

/**
 * Parses a JSON file; undefined when there is none. A file that cannot be parsed throws: it is never overwritten
 * unseen.
 */
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

/**
 * Records on disk of what runs on a data directory, in files of their own: enough for another process to end it
 * properly.
 * @param directory where they are in the data directory
 */
export const createRunRecords = <T extends { name: string }>(directory: string, schema: z.ZodType<T>) => {
  const pathOf = (dataDir: string, name: string): string => join(dataDir, directory, `${name}.json`);
  return {
    write: (dataDir: string, record: T): void => keepJson(pathOf(dataDir, record.name), record),
    remove: (dataDir: string, name: string): void => rmSync(pathOf(dataDir, name), { force: true }),
    readAll: (dataDir: string): T[] => {
      const path = join(dataDir, directory);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      return readdirSync(path)
        .filter((file) => file.endsWith('.json'))
        .map((file) => schema.parse(readKeptJson(join(path, file))));
    },
  };
};

/** 192 random bits in characters that need no escaping in a URL, a Postgres password file or rabbitmq.conf. */
export const randomSecret = (): string => randomBytes(24).toString('hex');
