import { createCallOperator } from './call-operator.js';
import type { Command } from './command.js';
import { deadLetterCommands } from './commands/dead-letters.js';
import { ledgerCommands } from './commands/ledger.js';
import { merchantCommands } from './commands/merchants.js';
import { orderCommands } from './commands/orders.js';
import { RefusedError, UnreachableError, UsageError } from './errors.js';
import { findTargets } from './find-targets.js';
import { describeAll, describeOne } from './help.js';
import { parseCommand } from './parse-command.js';

const commands: readonly Command[] = [...ledgerCommands, ...merchantCommands, ...orderCommands, ...deadLetterCommands];

export type CliOutput = { out: (text: string) => void; error: (text: string) => void };

/** @returns the exit code: 0 done, 1 refused, 2 not understood, 3 no answer, 4 done and not well */
export const runCli = async (
  argv: readonly string[],
  place: { env: NodeJS.ProcessEnv; rootDir: string },
  { out, error }: CliOutput,
): Promise<number> => {
  try {
    const parsed = parseCommand(commands, argv);
    if (parsed.kind === 'help') {
      out(parsed.command ? describeOne(parsed.command) : describeAll(commands));
      return 0;
    }
    const targets = findTargets(place.env, place.rootDir);
    const operator = createCallOperator({ url: targets.operatorUrl, token: targets.operatorToken });
    const { args, options } = parsed;
    const result = await parsed.command.run({ args, options, operator, targets });
    out(parsed.json ? JSON.stringify(result.data, null, 2) : result.text);
    return result.isUnwell ? 4 : 0;
  } catch (failure) {
    return explain(failure, error);
  }
};

const explain = (failure: unknown, error: CliOutput['error']): number => {
  if (failure instanceof UsageError) {
    error(`${failure.message}\nnpm run operator -- --help says more.`);
    return 2;
  }
  if (failure instanceof UnreachableError) {
    error(failure.message);
    return 3;
  }
  if (failure instanceof RefusedError) {
    const { status, code, detail, errors = [] } = failure.problem;
    error([`${code}: ${detail}`, ...errors.map((one) => `  ${one.pointer || '/'}: ${one.message}`)].join('\n'));
    return status === 503 ? 3 : 1;
  }
  throw failure;
};
