import { execFile } from 'node:child_process';

export type CommandOptions = {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  timeoutMs?: number;
};

const defaultTimeoutMs = 120_000;
const outputMaxBytes = 16 * 1024 * 1024;

/**
 * Runs a command to its end and returns its standard output.
 * @throws Error with the command and the tail of its output, when it fails or takes too long
 */
export const runCommand = (command: string, args: readonly string[], options: CommandOptions = {}): Promise<string> => {
  const { timeoutMs, ...rest } = options;
  const settings = {
    ...rest,
    encoding: 'utf8' as const,
    timeout: timeoutMs ?? defaultTimeoutMs,
    maxBuffer: outputMaxBytes,
  };
  return new Promise((resolve, reject) => {
    execFile(command, [...args], settings, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-8).join('\n');
      reject(new Error(`${command} ${args[0] ?? ''} failed: ${said || error.message}`, { cause: error }));
    });
  });
};
