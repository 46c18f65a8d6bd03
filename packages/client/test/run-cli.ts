import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from './runtimes.js';

export const deliveryBin = fileURLToPath(new URL('../bin/delivery.js', import.meta.url));

export type CliRun = { code: number; stdout: string; stderr: string };

/** The command line as a process of its own, with nothing of this one's environment but the path. */
export const runDelivery = (
  args: readonly string[],
  {
    env = {},
    cwd = '/',
    runtime: [binary, ...runtimeArgs] = [process.execPath],
  }: { env?: Record<string, string>; cwd?: string; runtime?: Command } = {},
): Promise<CliRun> =>
  new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env['PATH'], ...env } };
    execFile(binary, [...runtimeArgs, deliveryBin, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
