import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCli } from '../src/run-cli.js';

export type CliRun = { code: number | null; out: string; error: string };

const bin = fileURLToPath(new URL('../dist/bin/operator.js', import.meta.url));

/** A command with this environment and nothing else, in this process: a start takes half a second of a core. */
export const runOperator = async (
  argv: readonly string[],
  env: Record<string, string>,
  rootDir = process.cwd(),
): Promise<CliRun> => {
  const said = { out: '', error: '' };
  const code = await runCli(
    argv,
    { env, rootDir },
    { out: (line) => (said.out += `${line}\n`), error: (line) => (said.error += `${line}\n`) },
  );
  return { code, ...said };
};

/** Runs the program as a process of its own. */
export const startOperator = async (argv: readonly string[], env: Record<string, string>): Promise<CliRun> => {
  const child = spawn(process.execPath, [bin, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, error };
};

/** Runs it with its stdout closed before it prints anything, or on a full disk. */
export const runUnread = async (
  argv: readonly string[],
  env: Record<string, string>,
  stdout: 'closed' | 'full' = 'closed',
): Promise<Omit<CliRun, 'out'>> => {
  const into = stdout === 'full' ? openSync('/dev/full', 'w') : 'pipe';
  const child = spawn(process.execPath, [bin, ...argv], { env, stdio: ['ignore', into, 'pipe'] });
  child.stdout?.destroy();
  if (typeof into === 'number') closeSync(into);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const error = child.stderr ? await text(child.stderr) : '';
  return { code: await code, error };
};
