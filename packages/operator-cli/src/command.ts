import { z } from 'zod';
import { platformOwnerId } from '@delivery/contracts';
import { type CallOperator, UsageError } from './call-operator.js';
import type { Targets } from './find-targets.js';

/** The input of a command: its arguments by name, its options in camelCase, and the ways out of this process. */
export type CommandInput = {
  args: Readonly<Record<string, string>>;
  /** Absent: not given. */
  options: Readonly<Record<string, string | undefined>>;
  operator: CallOperator;
  targets: Targets;
};

export type CommandResult = {
  /** The output of `--json`. */
  data: unknown;
  /** The output for people. */
  text: string;
  /** The call succeeded, and its result is bad: exit code 4. */
  isUnwell?: boolean;
};

/** Flags as commander writes them, each with its description: `{ '--limit <count>': 'how many' }`. */
export type Flags = Readonly<Record<string, string>>;

export type Command = {
  /** `merchants create` */
  words: readonly [group: string, name?: string];
  /** One line. */
  summary: string;
  /** Required, in order. */
  args: readonly string[];
  required: Flags;
  options: Flags;
  run: (input: CommandInput) => Promise<CommandResult>;
};

/** The help lists commands in the order of their declaration. */
export const command = (
  words: Command['words'],
  summary: string,
  rest: Pick<Command, 'run'> & Partial<Pick<Command, 'args' | 'required' | 'options'>>,
): Command => ({ args: [], required: {}, options: {}, ...rest, words, summary });

/** By the flag `--sandbox`. */
export const modeOf = (options: CommandInput['options']): 'live' | 'sandbox' =>
  options['sandbox'] === undefined ? 'live' : 'sandbox';

/** The path of a command's merchant, without the API's prefix. */
export const merchantPath = (args: CommandInput['args']): string =>
  `/merchants/${encodeURIComponent(args['merchant_id'] ?? '')}`;

/**
 * The path of an owner of webhooks: a merchant, a courier's system or a platform in one mode, by the id that lists of
 * endpoints show.
 */
export const ownerPath = ({ owner_id: id = '' }: CommandInput['args']): string => {
  if (z.guid().safeParse(id).success) throw new UsageError(platformHint(id));
  return `/owners/${encodeURIComponent(id)}`;
};

const platformHint = (id: string): string =>
  `${id} owns no webhooks. A platform’s webhooks belong to one mode: if this is a platform, use ` +
  `${platformOwnerId(id, 'live')}, or ${platformOwnerId(id, 'sandbox')}.`;

export const pageFlags: Flags = {
  '--limit <count>': 'how many, at most 100',
  '--cursor <cursor>': 'where the page before ended',
};

/** The flags of an action on behalf of a merchant. */
export const reasonFlags: Flags = { '--reason <text>': 'why, without customers’ data; the merchant does not see it' };
export const byFlags: Flags = { '--by <name>': 'who does it; default: OPERATOR_NAME, else USER' };
/** Where neither must be given. */
export const optionalActionFlags: Flags = { ...reasonFlags, ...byFlags };
