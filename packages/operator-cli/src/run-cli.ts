import { CommanderError } from 'commander';
import { buildProgram, type RunCommand } from './build-program.js';
import { createCallOperator, RefusedError, UnreachableError, UsageError } from './call-operator.js';
import type { Command } from './command.js';
import { activityCommands } from './commands/activity.js';
import { courierSystemCommands } from './commands/courier-systems.js';
import { oauthClientCommands, sessionCommands } from './commands/credentials.js';
import { deadLetterCommands } from './commands/dead-letters.js';
import { endpointCommands } from './commands/endpoints.js';
import { erasureCommands } from './commands/erasures.js';
import { merchantCommands } from './commands/merchants.js';
import { orderCommands } from './commands/orders.js';
import { platformCommands } from './commands/platforms.js';
import { setAsideCommands } from './commands/set-aside.js';
import { ledgerCommands } from './commands/status.js';
import { usageCommands } from './commands/usage.js';
import { webhookCommands } from './commands/webhooks.js';
import { findTargets } from './find-targets.js';

const commands: readonly Command[] = [
  ...ledgerCommands,
  ...merchantCommands,
  ...oauthClientCommands,
  ...courierSystemCommands,
  ...platformCommands,
  ...endpointCommands,
  ...webhookCommands,
  ...orderCommands,
  ...setAsideCommands,
  ...deadLetterCommands,
  ...erasureCommands,
  ...usageCommands,
  ...activityCommands,
  ...sessionCommands,
];

export type CliOutput = {
  out: (text: string) => void;
  error: (text: string) => void;
};

/** @returns the exit code: 0 done, 1 refused, 2 not understood, 3 no answer, 4 done and not well */
export const runCli = async (
  argv: readonly string[],
  place: { env: NodeJS.ProcessEnv; rootDir: string },
  output: CliOutput,
): Promise<number> => {
  let exitCode = 0;
  const run: RunCommand = async (command, given, format) => {
    const targets = findTargets(place.env, place.rootDir);
    const operator = createCallOperator({ url: targets.operatorUrl, token: targets.operatorToken });
    const result = await command.run({ ...given, operator, targets });
    output.out(format === 'json' ? JSON.stringify(result.data, null, 2) : result.text);
    exitCode = result.isUnwell ? 4 : 0;
  };
  try {
    const program = buildProgram(commands, output, run);
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' });
    return exitCode;
  } catch (failure) {
    return explain(failure, output.error);
  }
};

const explain = (failure: unknown, error: CliOutput['error']): number => {
  // It has said so itself.
  if (failure instanceof CommanderError) return failure.exitCode === 0 ? 0 : 2;
  if (failure instanceof UsageError) {
    error(`error: ${failure.message}`);
    return 2;
  }
  if (failure instanceof UnreachableError) {
    error(`error: ${failure.message}`);
    return 3;
  }
  if (failure instanceof RefusedError) {
    const { status, code, detail, errors = [] } = failure.problem;
    const fields = errors.map((one) => `  ${one.pointer || '/'}: ${one.message}`);
    const hint =
      code === 'invalid_credentials' ? ['OPERATOR_TOKEN is not the token with which order-state was started.'] : [];
    error([`${code}: ${detail}`, ...fields, ...hint].join('\n'));
    return status === 503 ? 3 : 1;
  }
  throw failure;
};
