import { readFileSync } from 'node:fs';
import { Command as Program } from 'commander';
import { UsageError } from './call-operator.js';
import type { Command, CommandInput } from './command.js';

export type RunCommand = (
  command: Command,
  given: Pick<CommandInput, 'args' | 'options'>,
  format: 'text' | 'json',
) => Promise<void>;

const footer = `
OPERATOR_URL and OPERATOR_TOKEN name the operator API; without them, the one
that npm start runs is used (its settings are in DATA_DIR, default .data).
status shows more with INTAKE_API_URL, WEBHOOK_DISPATCHER_URL and
RABBITMQ_MANAGEMENT_URL (with user and password).

exit codes:
  0  done
  1  refused
  2  wrong usage
  3  no answer, try again
  4  done, but the system is not well`;

/** The command line as commander parses and explains it. Throws CommanderError instead of ending the process. */
export const buildProgram = (
  commands: readonly Command[],
  output: { out: (text: string) => void; error: (text: string) => void },
  run: RunCommand,
): Program => {
  const program = configure(new Program('npm run operator --'), output)
    .description('Operates the delivery order intake service.')
    .usage('<command> [options]')
    .configureHelp({ visibleCommands: leavesOf, subcommandTerm: termOf })
    .addHelpText('after', footer);
  for (const command of commands) {
    const [group, name] = command.words;
    const parent = name === undefined ? program : findGroup(program, group, output);
    addCommand(configure(parent.command(name ?? group), output), command, run);
  }
  return program;
};

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** commander repeats unknown words as they were typed, and these may be credentials. */
const withoutValues = (text: string): string =>
  text
    .replace(/(unknown option '[^'=]*)=[^']*'/g, "$1'")
    .replace(/unknown command '(?![a-z-]{1,20}')[^']*'/g, 'unknown command');

/** Settings are those of one command: a subcommand takes over none of them. */
const configure = (
  program: Program,
  { out, error }: { out: (text: string) => void; error: (text: string) => void },
): Program =>
  program
    .exitOverride()
    .helpCommand(false)
    .helpOption('--help', 'print this')
    .version(version, '--version', 'print the version')
    .configureOutput({
      writeOut: (text) => out(text.trimEnd()),
      writeErr: (text) => error(withoutValues(text).trimEnd()),
    })
    .showHelpAfterError('--help says more.');

const findGroup = (program: Program, group: string, output: Parameters<typeof configure>[1]): Program =>
  program.commands.find((known) => known.name() === group) ?? configure(program.command(group), output);

const addCommand = (program: Program, command: Command, run: RunCommand): void => {
  program.description(command.summary);
  for (const name of command.args) program.argument(`<${name}>`);
  for (const [flags, what] of Object.entries(command.required)) program.requiredOption(flags, what);
  for (const [flags, what] of Object.entries(command.options)) program.option(flags, what);
  program.option('--json', 'print the answer as JSON');
  program.action(async () => {
    const { json, ...options } = program.opts<Record<string, string | undefined> & { json?: true }>();
    const args = Object.fromEntries(command.args.map((name, index) => [name, program.args[index] ?? '']));
    // An empty argument, such as an unset shell variable, or dots alone would make the path of another object.
    const other = command.args.find((name) => /^\.{0,2}$/.test(args[name] ?? ''));
    if (other !== undefined) throw new UsageError(`<${other}> must not be "${args[other]}".`);
    await run(command, { args, options }, json === true ? 'json' : 'text');
  });
};

/** Every command that does something, not only its group: there are few. */
const leavesOf = (program: Program): Program[] =>
  program.commands.flatMap((child) => (child.commands.length > 0 ? leavesOf(child) : [child]));

const termOf = (program: Program): string => {
  const words = program.parent?.parent ? [program.parent.name(), program.name()] : [program.name()];
  return [...words, ...program.registeredArguments.map((argument) => `<${argument.name()}>`)].join(' ');
};
