import type { ParseArgsConfig } from 'node:util';
import { hang, type Terminal } from './output.js';

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

/** Wrong usage, or a requirement is missing; the message says what to do. Exit code 2. */
export class CannotRunError extends Error {}

/** The command ran, and its result is bad; the message says how. Exit code 1. */
export class NotWellError extends Error {}

const indent = 2;
const widthMax = 110;

/** All commands, one line each. */
export const helpOfAll = (commands: readonly Command[], terminal: Terminal): string => {
  const names = commands.map(({ words, args = [] }) => [...words, ...args.map((name) => `<${name}>`)].join(' '));
  const rows = commands.map(({ summary }, at) => [names[at] ?? '', summary] as const);
  return [
    'delivery <command>   tools for a merchant’s developer',
    '',
    ...table(rows, terminal),
    '',
    'delivery <command> --help shows its flags and examples.',
  ].join('\n');
};

/** One command: its purpose, its flags, examples to paste. */
export const helpOf = ({ words, args = [], summary, flags, examples }: Command, terminal: Terminal): string => {
  const rows = Object.entries(flags).map(
    ([name, { value, help }]) => [`--${name}${value === undefined ? '' : ` <${value}>`}`, help] as const,
  );
  return [
    ['delivery', ...words, ...args.map((name) => `<${name}>`), rows.length > 0 ? '[flags]' : ''].join(' ').trimEnd(),
    '',
    ...hang('', summary, { indent, width: Math.min(terminal.width, widthMax) }),
    '',
    ...table(rows, terminal),
    '',
    ...examples.map((example) => `${' '.repeat(indent)}${terminal.paint('faint', `npx --no -- delivery ${example}`)}`),
  ].join('\n');
};

const table = (rows: readonly (readonly [string, string])[], { width }: Terminal): string[] => {
  const left = Math.max(...rows.map(([name]) => name.length)) + indent;
  return rows.flatMap(([name, text]) => hang(name.padEnd(left), text, { indent, width: Math.min(width, widthMax) }));
};
