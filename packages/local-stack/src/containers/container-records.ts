import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKeptJson } from '../files/kept-json.js';

const recordSchema = z.object({
  /** The engine's: it is never used again, unlike a name. */
  id: z.string(),
  name: z.string(),
  supervisor: z.object({ pid: z.number(), startedAt: z.string() }),
  stopGraceMs: z.number(),
});

/** The record on disk of a running container: enough for the guard to end it, and no other. */
export type ContainerRecord = z.infer<typeof recordSchema>;

const recordsDir = (dataDir: string): string => join(dataDir, 'containers');

export const writeContainerRecord = (dataDir: string, record: ContainerRecord): void =>
  keepJson(join(recordsDir(dataDir), `${record.name}.json`), record);

export const removeContainerRecord = (dataDir: string, name: string): void =>
  rmSync(join(recordsDir(dataDir), `${name}.json`), { force: true });

export const readContainerRecords = (dataDir: string): ContainerRecord[] => {
  mkdirSync(recordsDir(dataDir), { recursive: true, mode: 0o700 });
  return readdirSync(recordsDir(dataDir))
    .filter((file) => file.endsWith('.json'))
    .map((file) => recordSchema.parse(readKeptJson(join(recordsDir(dataDir), file))));
};
