import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export type LogLine = {
  stream: 'stdout' | 'stderr';
  /** As it was written. */
  text: string;
  /** The fields of a JSON line; absent for any other text. */
  fields?: Record<string, unknown>;
};

/** Far more than a test writes; it bounds the memory of runs that last for hours. */
const lineMax = 50_000;

type Waiting = { message: string; resolve: (line: LogLine) => void };

/** Collects the output of a process, line by line. */
export const createLogLines = () => {
  const lines: LogLine[] = [];
  const waiting = new Set<Waiting>();
  const add = (stream: LogLine['stream'], text: string): void => {
    const line = parseLine(stream, text);
    lines.push(line);
    // A tenth at once: shifting one by one costs the length each time.
    if (lines.length > lineMax) lines.splice(0, lineMax / 10);
    for (const wait of waiting) {
      if (line.fields?.['msg'] !== wait.message) continue;
      waiting.delete(wait);
      wait.resolve(line);
    }
  };
  return {
    lines,
    next: (message: string) => new Promise<LogLine>((resolve) => waiting.add({ message, resolve })),
    read: (stream: LogLine['stream'], input: Readable) =>
      createInterface({ input }).on('line', (text) => add(stream, text)),
  };
};

const parseLine = (stream: LogLine['stream'], text: string): LogLine => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null)
      return { stream, text, fields: Object.fromEntries(Object.entries(value)) };
  } catch {
    // Text that is no JSON, such as a stack trace, is a line too.
  }
  return { stream, text };
};
