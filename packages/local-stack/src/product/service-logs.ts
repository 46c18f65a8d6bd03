import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';

const logBytesMax = 20 * 1024 * 1024;

const lastLinesMax = 10;

export type ServiceLogs = {
  write: (name: string, line: string) => void;
  /** The last ones of a process, which say why it ended. */
  lastLines: (name: string) => readonly string[];
  directory: string;
};

/** One file per process in `<dataDir>/logs`. A large one is put aside at start, so that two starts' worth is kept. */
export const openServiceLogs = (dataDir: string): ServiceLogs => {
  const directory = join(dataDir, 'logs');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const files = new Map<string, WriteStream>();
  const last = new Map<string, string[]>();
  const fileOf = (name: string): WriteStream => {
    const open = files.get(name);
    if (open) return open;
    const path = join(directory, `${name}.log`);
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax) renameSync(path, `${path}.1`);
    const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
    files.set(name, file);
    return file;
  };
  const write = (name: string, line: string): void => {
    last.set(name, [...(last.get(name) ?? []), line].slice(-lastLinesMax));
    fileOf(name).write(`${line}\n`);
  };
  return { directory, write, lastLines: (name) => last.get(name) ?? [] };
};
