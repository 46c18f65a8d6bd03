import type { CallOperator } from './call-operator.js';
import type { Targets } from './find-targets.js';

/** What a command gets: its arguments by name, its options, and the ways out of this process. */
export type CommandInput = {
  args: Readonly<Record<string, string>>;
  /** Absent: not given. */
  options: Readonly<Record<string, string | undefined>>;
  operator: CallOperator;
  targets: Targets;
};

export type CommandResult = {
  /** What `--json` prints. */
  data: unknown;
  /** What a person reads. */
  text: string;
  /** The call went well, and what it shows is not well: exit code 4. */
  isUnwell?: boolean;
};

export type Command = {
  /** `merchants create` */
  words: readonly string[];
  /** One line. */
  summary: string;
  /** Required, in order. */
  args: readonly string[];
  /** Name → what it is. */
  options: Readonly<Record<string, string>>;
  run: (input: CommandInput) => Promise<CommandResult>;
};

/** The order in which they are declared is that of the help. */
export const command = (
  words: string,
  summary: string,
  rest: { args?: readonly string[]; options?: Readonly<Record<string, string>>; run: Command['run'] },
): Command => ({ words: words.split(' '), summary, args: rest.args ?? [], options: rest.options ?? {}, run: rest.run });
