import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { isPurgedWithin, type ProcessRecord, processRecords, sendSignal } from '../src/processes/stop-process.js';

export const makeDataDir = (): string => mkdtempSync(join(tmpdir(), 'local-stack-'));
export const removeDataDir = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true });

/** `said`: its lines of standard error. */
export type Started = { child: ChildProcess; line: string; said: readonly string[] };

/** Starts a compiled script and resolves with its first line of output; rejects with all it said when it ends before. */
export const startScript = async (
  script: URL,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Started> => {
  const child = spawn(process.execPath, [script.pathname, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, 'line').then(([first]) => String(first)),
    once(child, 'close').then(() => Promise.reject(new Error(said.join('\n')))),
  ]);
  return { child, line, said };
};

export const serversScript = new URL('../dist/bin/servers.js', import.meta.url);

/** The processes on record, once each of them is gone; fails when one survives. */
export const awaitGone = async (records: readonly ProcessRecord[]): Promise<void> => {
  const gone = await Promise.all(records.map((record) => isPurgedWithin(record, 40_000)));
  const survivors = records.filter((_, index) => !gone[index]).map(({ name }) => name);
  if (survivors.length > 0) throw new Error(`still alive: ${survivors.join(', ')}`);
};

export const recordsOf = (dataDir: string): ProcessRecord[] => processRecords.readAll(dataDir);

export const kill9 = async (child: ChildProcess): Promise<void> => {
  sendSignal(child.pid!, 'SIGKILL');
  await once(child, 'exit');
};

/** The guard of a data directory, found by its arguments. */
export const findGuard = (dataDir: string): number => {
  const pid = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .find((entry) => {
      const command = readCommand(entry);
      return command.includes('guard.js') && command.includes(dataDir);
    });
  if (pid === undefined) throw new Error(`no guard for ${dataDir}`);
  return Number(pid);
};

const readCommand = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .map((arg) => arg.replace(/^.*\/guard\.js$/, 'guard.js'));
  } catch {
    return [];
  }
};

export const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};
