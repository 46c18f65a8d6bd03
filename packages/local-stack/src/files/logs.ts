import {
  closeSync,
  createWriteStream,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  type WriteStream,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export type ServerLog = { write: (line: string) => void; tail: (lineCount: number) => string; close: () => void };

/** A server's output, kept from its last start on; its tail explains a failed start. */
export const openServerLog = (path: string): ServerLog => {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w', 0o600);
  let open = true;
  return {
    // The last lines of a killed process may arrive after its exit.
    write: (line) => {
      if (open) writeSync(file, `${line}\n`);
    },
    tail: (lineCount) => readFileSync(path, 'utf8').trim().split('\n').slice(-lineCount).join('\n'),
    close: () => {
      if (open) closeSync(file);
      open = false;
    },
  };
};

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
