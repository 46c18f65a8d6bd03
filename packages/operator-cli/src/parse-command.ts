import { parseArgs } from 'node:util';
import type { Command, CommandInput } from './command.js';
import { UsageError } from './errors.js';

export type ParsedCommand =
  | { kind: 'help'; command: Command | undefined }
  | { kind: 'run'; command: Command; args: CommandInput['args']; options: CommandInput['options']; json: boolean };

/** @throws UsageError that says what was expected */
export const parseCommand = (commands: readonly Command[], argv: readonly string[]): ParsedCommand => {
  const words = argv.filter((word) => !word.startsWith('-'));
  const command = commands.find((one) => one.words.every((word, index) => words[index] === word));
  if (argv.length === 0 || argv.includes('--help') || argv.includes('-h')) return { kind: 'help', command };
  if (!command) throw new UsageError(unknownCommand(commands, words));
  const { values, positionals } = readOptions(command, argv);
  const given = positionals.slice(command.words.length);
  if (given.length !== command.args.length) {
    const expected = command.args.length === 0 ? 'no argument' : command.args.map((name) => `<${name}>`).join(' ');
    throw new UsageError(`${command.words.join(' ')}: expected ${expected}, got ${given.length}.`);
  }
  const { json, ...options } = values;
  return {
    kind: 'run',
    command,
    args: Object.fromEntries(command.args.map((name, index) => [name, given[index] ?? ''])),
    options: Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)])),
    json: json === true,
  };
};

const readOptions = (command: Command, argv: readonly string[]) => {
  const own = Object.keys(command.options).map((name) => [name, { type: 'string' as const }] as const);
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { ...Object.fromEntries(own), json: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

const unknownCommand = (commands: readonly Command[], words: readonly string[]): string => {
  const near = commands.filter((one) => one.words[0] === words[0]).map((one) => one.words.join(' '));
  const hint = near.length > 0 ? ` There is: ${near.join(', ')}.` : '';
  return `there is no command "${words.slice(0, 2).join(' ')}".${hint}`;
};
