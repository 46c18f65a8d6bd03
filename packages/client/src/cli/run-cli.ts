import { parseArgs } from 'node:util';
import { type Command, type ExitCode, toParseArgsOptions } from './command.js';
import { conformCommand } from './commands/conform.js';
import { deliveryCommands } from './commands/deliveries.js';
import { deliveriesTailCommand } from './commands/deliveries-tail.js';
import { endpointCommands } from './commands/endpoints.js';
import { eventsCommand } from './commands/events.js';
import { listenCommand } from './commands/listen.js';
import { orderCommands } from './commands/orders.js';
import { triggerCommand } from './commands/trigger.js';
import { CannotRunError, NotWellError } from './errors.js';
import { helpOf, helpOfAll } from './help.js';
import type { Terminal } from './output/terminal.js';

const commands: readonly Command[] = [
  listenCommand,
  triggerCommand,
  conformCommand,
  ...orderCommands,
  ...deliveryCommands,
  deliveriesTailCommand,
  ...endpointCommands,
  eventsCommand,
];

export type CliPlace = {
  terminal: Terminal;
  env: Readonly<Record<string, string | undefined>>;
  directory: string;
  signal: AbortSignal;
};

/** What a shell says of a command that Ctrl-C has ended. */
type Ended = ExitCode | 130;

/** @returns the exit code: 0 done and well, 1 done and not well, 2 could not be done, 130 ended by Ctrl-C */
export const runCli = async (argv: readonly string[], place: CliPlace): Promise<Ended> => {
  try {
    return await runCommand(argv, place);
  } catch (error) {
    // What goes on until Ctrl-C ends so, too; the shell knows 130.
    if (place.signal.aborted) return 130;
    if (!(error instanceof Error)) throw error;
    place.terminal.tell(explain(error));
    return error instanceof NotWellError ? 1 : 2;
  }
};

const runCommand = async (argv: readonly string[], place: CliPlace): Promise<ExitCode> => {
  const { terminal } = place;
  const command = findCommand(argv);
  if (!command) {
    const [first = 'help'] = argv;
    if (!['help', '--help', '-h'].includes(first)) throw new CannotRunError(sayUnknown(argv));
    terminal.print(helpOfAll(commands, terminal));
    return 0;
  }
  const given = argv.slice(command.words.length);
  if (given.some((word) => word === '--help' || word === '-h')) {
    terminal.print(helpOf(command, terminal));
    return 0;
  }
  const { args, values } = parse(command, given);
  const text = (flag: string) => {
    const value = values[flag];
    return typeof value === 'string' ? value : undefined;
  };
  return command.run({ ...place, args, text, isOn: (flag) => values[flag] === true });
};

const findCommand = (argv: readonly string[]): Command | undefined =>
  commands.find(({ words }) => words.every((word, at) => argv[at] === word));

const sayUnknown = (argv: readonly string[]): string => {
  const given = argv.filter((word) => !word.startsWith('-')).join(' ') || argv.join(' ');
  const [group] = argv;
  const near = commands.filter(({ words }) => words[0] === group);
  const names = (near.length > 0 ? near : commands).map(({ words }) => words.join(' '));
  return `there is no command "${given}": it is one of ${names.join(', ')}. delivery --help says more`;
};

const parse = (command: Command, argv: readonly string[]) => {
  const options = toParseArgsOptions(command.flags);
  const { positionals, values } = readArgs(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
  const { args = [], words } = command;
  if (positionals.length === args.length) return { args: positionals, values };
  const form = ['delivery', ...words, ...args.map((name) => `<${name}>`)].join(' ');
  const wrong = positionals.length > args.length ? `does not take "${positionals.at(-1) ?? ''}"` : 'needs more';
  throw new CannotRunError(`delivery ${words.join(' ')} ${wrong}: ${form}`);
};

/** parseArgs says which flag is wrong, and advises on arguments that no command here has. */
const readArgs = <Parsed>(read: () => Parsed): Parsed => {
  try {
    return read();
  } catch (error) {
    const [said = ''] = error instanceof Error ? error.message.split('. To specify') : [];
    throw new CannotRunError(`${said}. --help says what there is`, { cause: error });
  }
};

const explain = (error: Error): string => {
  if (error instanceof CannotRunError || error instanceof NotWellError) return error.message;
  // A fault of this program: its stack is what a report of it needs.
  return error.stack ?? error.message;
};
