import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { keepJson, readKeptJson } from './kept-json.js';

/**
 * Records on disk of what runs on a data directory, in files of their own: enough for another process to end it properly.
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
