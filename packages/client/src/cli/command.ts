import type { ParseArgsConfig } from 'node:util';
import type { Terminal } from './output/terminal.js';

/** `value`: its name in the help, as in `<url>`. A flag without one is on or off. */
type Flag = { value?: string; help: string };
export type Flags = Readonly<Record<string, Flag>>;

/** The input of a command: its arguments in order, its flags by name, and the ways out of this process. */
export type CommandInput = {
  args: readonly string[];
  /** The text of a flag; `undefined`: not given. */
  text: (flag: string) => string | undefined;
  isOn: (flag: string) => boolean;
  terminal: Terminal;
  env: Readonly<Record<string, string | undefined>>;
  directory: string;
  /** Ctrl-C, once: end in order. */
  signal: AbortSignal;
};

export type ExitCode = 0 | 1 | 2;

export type Command = {
  /** `orders list` */
  words: readonly [string, string?];
  /** One line. */
  summary: string;
  /** Required, in order. */
  args?: readonly string[];
  flags: Flags;
  /** Lines that may be pasted. */
  examples: readonly string[];
  /** @returns 0: done and well; 1: done and not well; 2: could not be done */
  run: (input: CommandInput) => Promise<ExitCode>;
};

export const toParseArgsOptions = (flags: Flags): NonNullable<ParseArgsConfig['options']> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
  );
