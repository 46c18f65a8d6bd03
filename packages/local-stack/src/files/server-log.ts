import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

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
