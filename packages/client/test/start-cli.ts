import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pollUntil } from '@delivery/test-support';
import { cliCommand, type CliPlace } from './run-cli.js';

export type RunningCli = {
  stdout: () => string;
  stderr: () => string;
  /** The output so far, as soon as it has the text. */
  waitFor: (text: string | RegExp) => Promise<string>;
  /** Default SIGINT, as Ctrl-C. @returns the exit code */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  exitCode: Promise<number | null>;
};

/** The command line as a process that goes on. It does not outlive this one. */
export const startDelivery = (
  args: readonly string[],
  env: Record<string, string>,
  { cwd = '/', ...place }: { cwd?: string } & CliPlace = {},
): RunningCli => {
  const [binary, ...firstArgs] = cliCommand(place);
  const child = spawn(binary, [...firstArgs, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  // Not `exit`: by `close` all of its output has been read.
  const exitCode = once(child, 'close').then(([code]) => {
    process.off('exit', kill);
    return code as number | null;
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  return {
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    waitFor: async (text) => {
      const find = () => {
        const output = said.stdout + said.stderr;
        return (typeof text === 'string' ? output.includes(text) : text.test(output)) ? output : undefined;
      };
      const tellAll = (error: unknown) => {
        throw new Error(`${args.join(' ')} does not print ${String(text)}:\n${said.stdout}${said.stderr}`, {
          cause: error,
        });
      };
      const ended = exitCode.then((code) => find() ?? Promise.reject(new Error(`it ended with ${code}`)));
      return Promise.race([pollUntil(String(text), find), ended]).catch(tellAll);
    },
    stop: (signal = 'SIGINT') => {
      child.kill(signal);
      return exitCode;
    },
    exitCode,
  };
};
