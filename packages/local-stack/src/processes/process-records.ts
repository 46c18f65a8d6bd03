import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepJson, readKeptJson } from '../files/kept-json.js';
import type { ProcessIdentity } from './process-identity.js';

/** The record on disk of a running child process: enough for another process to end it properly. */
export type ProcessRecord = ProcessIdentity & {
  name: string;
  /** The process that started it and ends it while it lives itself. */
  supervisor: ProcessIdentity;
  stopSignal: NodeJS.Signals;
  stopGraceMs: number;
  /** Higher tiers are stopped first: services (2) before their servers (1), and epmd (0) after its node. */
  tier: number;
};

const recordsDir = (dataDir: string): string => join(dataDir, 'pids');
const recordPath = (dataDir: string, name: string): string => join(recordsDir(dataDir), `${name}.json`);

export const writeProcessRecord = (dataDir: string, record: ProcessRecord): void =>
  keepJson(recordPath(dataDir, record.name), record);

export const removeProcessRecord = (dataDir: string, name: string): void =>
  rmSync(recordPath(dataDir, name), { force: true });

export const readProcessRecords = (dataDir: string): ProcessRecord[] => {
  mkdirSync(recordsDir(dataDir), { recursive: true, mode: 0o700 });
  return readdirSync(recordsDir(dataDir))
    .filter((file) => file.endsWith('.json'))
    .map((file) => readKeptJson(join(recordsDir(dataDir), file)))
    .filter(isProcessRecord);
};

const isProcessRecord = (value: unknown): value is ProcessRecord =>
  isIdentity(value) &&
  'name' in value &&
  typeof value.name === 'string' &&
  'supervisor' in value &&
  isIdentity(value.supervisor) &&
  'stopSignal' in value &&
  (value.stopSignal === 'SIGTERM' || value.stopSignal === 'SIGINT') &&
  'stopGraceMs' in value &&
  typeof value.stopGraceMs === 'number' &&
  'tier' in value &&
  typeof value.tier === 'number';

const isIdentity = (value: unknown): value is ProcessIdentity =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  typeof value.pid === 'number' &&
  'startedAt' in value &&
  typeof value.startedAt === 'string';
