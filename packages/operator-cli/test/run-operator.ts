import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export type CliRun = { code: number | null; out: string; error: string };

const bin = fileURLToPath(new URL('../dist/bin/operator.js', import.meta.url));

/** The command line tool as a process of its own, with this environment and nothing else. */
export const runOperator = async (
  argv: readonly string[],
  env: Record<string, string>,
  cwd = process.cwd(),
): Promise<CliRun> => {
  const child = spawn(process.execPath, [bin, ...argv], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, error };
};

/** The same, with its stdout closed before it prints anything. */
export const runUnread = async (argv: readonly string[], env: Record<string, string>): Promise<Omit<CliRun, 'out'>> => {
  const child = spawn(process.execPath, [bin, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const error = await text(child.stderr);
  return { code: await code, error };
};
