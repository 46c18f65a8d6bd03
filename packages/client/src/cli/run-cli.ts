import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  CannotRunError,
  type Command,
  type ExitCode,
  helpOf,
  helpOfAll,
  NotWellError,
  toParseArgsOptions,
} from './command.js';
import { conformCommand } from './commands/conform.js';
import { deliveryCommands } from './commands/deliveries.js';
import { deliveriesTailCommand } from './commands/deliveries-tail.js';
import { endpointCommands } from './commands/endpoints.js';
import { eventsCommand } from './commands/events.js';
import { listenCommand } from './commands/listen.js';
import { mcpCommand } from './commands/mcp.js';
import { orderCommands } from './commands/orders.js';
import {
  activityCommands,
  contactCommands,
  oauthClientCommands,
  settingsCommands,
  storeCommands,
} from './commands/settings.js';
import { triggerCommand } from './commands/trigger.js';
import type { Terminal } from './output.js';

const commands: readonly Command[] = [
  listenCommand,
  triggerCommand,
  conformCommand,
  ...orderCommands,
  ...deliveryCommands,
  deliveriesTailCommand,
  ...endpointCommands,
  ...storeCommands,
  ...oauthClientCommands,
  ...contactCommands,
  ...activityCommands,
  ...settingsCommands,
  eventsCommand,
  mcpCommand,
];

export type CliPlace = {
  terminal: Terminal;
  env: Readonly<Record<string, string | undefined>>;
  directory: string;
  signal: AbortSignal;
};

/** The exit code of a command that Ctrl-C has ended. */
type Ended = ExitCode | 130;

/** @returns the exit code: 0 done and well, 1 done and not well, 2 could not be done, 130 ended by Ctrl-C */
export const runCli = async (argv: readonly string[], place: CliPlace): Promise<Ended> => {
  try {
    return await runCommand(argv, place);
  } catch (error) {
    // A command that runs until Ctrl-C ends so, too; the shell knows 130.
    if (place.signal.aborted) return 130;
    if (!(error instanceof Error)) throw error;
    place.terminal.tell(explain(error));
    return error instanceof NotWellError ? 1 : 2;
  }
};

const runCommand = async (argv: readonly string[], place: CliPlace): Promise<ExitCode> => {
  const { terminal } = place;
  const command = findCommand(argv);
  if (argv.includes('--version')) {
    terminal.print(readVersion());
    return 0;
  }
  if (asksForHelp(argv)) {
    terminal.print(command ? helpOf(command, terminal) : helpOfAll(commands, terminal));
    return 0;
  }
  if (!command) throw new CannotRunError(sayUnknown(argv));
  const given = argv.slice(command.words.length);
  const { args, values } = parse(command, given);
  const text = (flag: string) => {
    const value = values[flag];
    return typeof value === 'string' ? value : undefined;
  };
  return command.run({ ...place, args, text, isOn: (flag) => values[flag] === true });
};

const findCommand = (argv: readonly string[]): Command | undefined =>
  commands.find(({ words }) => words.every((word, at) => argv[at] === word));

const asksForHelp = ([first = 'help', ...rest]: readonly string[]): boolean =>
  first === 'help' || [first, ...rest].some((word) => word === '--help' || word === '-h');

const readVersion = (): string => {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  return version;
};

/** Only the words that could be a command's name: the rest of the input may hold credentials. */
const sayUnknown = (argv: readonly string[]): string => {
  const [group] = argv;
  const end = argv.findIndex((word) => !/^[a-z][a-z-]{0,19}$/.test(word));
  const given = argv.slice(0, Math.min(2, end < 0 ? argv.length : end)).join(' ');
  const said = given === '' ? 'there is no such command' : `there is no command "${given}"`;
  const names = commands.map(({ words }) => words.join(' '));
  const ofGroup = names.filter((name) => name.split(' ')[0] === group);
  const alike = names.filter((name) => countEdits(given, name) <= editsMax);
  const meant = alike.length > 0 ? alike : ofGroup;
  return `${said}${meant.length > 0 ? `; did you mean ${meant.join(', ')}?` : '.'} See delivery --help`;
};

const editsMax = 2;

/** How many letters to add, leave out or change to make one text of another (Levenshtein). */
const countEdits = (from: string, to: string): number => {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [index, letter] of Array.from(from).entries()) {
    let left = index + 1;
    above = [
      left,
      ...Array.from(to, (other, at) => {
        left = Math.min(left + 1, (above[at + 1] ?? 0) + 1, (above[at] ?? 0) + Number(letter !== other));
        return left;
      }),
    ];
  }
  return above.at(-1) ?? 0;
};

const parse = (command: Command, argv: readonly string[]) => {
  const options = toParseArgsOptions(command.flags);
  const { positionals, values } = readArgs(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
  const { args = [], words } = command;
  // A shell variable may be unset.
  const empty = args.find((_, at) => positionals[at] === '');
  if (empty !== undefined) throw new CannotRunError(`delivery ${words.join(' ')}: <${empty}> is empty`);
  if (positionals.length === args.length) return { args: positionals, values };
  const form = ['delivery', ...words, ...args.map((name) => `<${name}>`)].join(' ');
  const wrong = positionals.length > args.length ? 'takes fewer arguments' : 'needs more';
  throw new CannotRunError(`delivery ${words.join(' ')} ${wrong}: ${form}`);
};

/** parseArgs says which flag is wrong, and advises on arguments that no command here has. */
const readArgs = <Parsed>(read: () => Parsed): Parsed => {
  try {
    return read();
  } catch (error) {
    const [said = ''] = error instanceof Error ? error.message.split('. To specify') : [];
    throw new CannotRunError(`${said}. See --help`, { cause: error });
  }
};

const explain = (error: Error): string => {
  if (error instanceof CannotRunError || error instanceof NotWellError) return error.message;
  // A fault of this program: a bug report needs its stack.
  return error.stack ?? error.message;
};
