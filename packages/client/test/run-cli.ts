import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTerminal } from '../src/cli/output.js';
import { runCli } from '../src/cli/run-cli.js';
import type { Command } from './runtimes.js';

const builtBin = fileURLToPath(new URL('../bin/delivery.js', import.meta.url));

/** How the command line is started. Default: this package's, as it is built, by this Node. */
export const cliCommand = ({ runtime = [process.execPath], bin = builtBin }: CliPlace): Command => [...runtime, bin];
export type CliPlace = { runtime?: Command; bin?: string };

export type CliRun = { code: number; stdout: string; stderr: string };

type Surroundings = { env?: Record<string, string>; cwd?: string };

/** A command with this environment and nothing else, in this process: a start takes half a second of a core. */
export const runDelivery = async (
  args: readonly string[],
  { env = {}, cwd = '/' }: Surroundings = {},
): Promise<CliRun> => {
  const said = { stdout: '', stderr: '' };
  const into = (name: keyof typeof said) => ({ write: (text: string) => (said[name] += text) });
  const terminal = createTerminal(into('stdout'), into('stderr'), env);
  const code = await runCli(args, { terminal, env, directory: cwd, signal: new AbortController().signal });
  return { code, ...said };
};

/** Runs it as a process of its own, with nothing of this one's environment but the path. */
export const runProcess = (
  args: readonly string[],
  { env = {}, cwd = '/', ...place }: Surroundings & CliPlace = {},
): Promise<CliRun> =>
  new Promise((resolve) => {
    const [binary, ...firstArgs] = cliCommand(place);
    const options = { cwd, env: { PATH: process.env['PATH'], ...env } };
    execFile(binary, [...firstArgs, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });

/** Runs a command as a process of its own whose output goes to a full disk. */
export const runIntoFullDisk = (args: readonly string[]): Promise<Omit<CliRun, 'stdout'>> =>
  new Promise((resolve) => {
    execFile('sh', ['-c', '"$@" > /dev/full', 'sh', ...cliCommand({}), ...args], (error, _, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stderr });
    });
  });
