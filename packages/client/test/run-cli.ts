import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from './runtimes.js';

const builtBin = fileURLToPath(new URL('../bin/delivery.js', import.meta.url));

/** How the command line is started. Default: this package's, as it is built, by this Node. */
export const cliCommand = ({ runtime = [process.execPath], bin = builtBin }: CliPlace): Command => [...runtime, bin];
export type CliPlace = { runtime?: Command; bin?: string };

export type CliRun = { code: number; stdout: string; stderr: string };

/** The command line as a process of its own, with nothing of this one's environment but the path. */
export const runDelivery = (
  args: readonly string[],
  { env = {}, cwd = '/', ...place }: { env?: Record<string, string>; cwd?: string } & CliPlace = {},
): Promise<CliRun> =>
  new Promise((resolve) => {
    const [binary, ...firstArgs] = cliCommand(place);
    const options = { cwd, env: { PATH: process.env['PATH'], ...env } };
    execFile(binary, [...firstArgs, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
