import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Command = readonly [string, ...string[]];
type Runtime = { name: string; package: string; binary: string; args: readonly string[]; cliArgs: readonly string[] };

/** Fetched from npm where `TEST_RUNTIMES` names them, or is `all`; a named runtime must be found. `cliArgs`: of the command line. */
export const runtimes: readonly Runtime[] = [
  { name: 'node-22', package: 'node@22', binary: 'node', args: [], cliArgs: [] },
  { name: 'node-24', package: 'node@24', binary: 'node', args: [], cliArgs: [] },
  { name: 'bun', package: 'bun@1.4.5', binary: 'bun', args: [], cliArgs: [] },
  {
    name: 'deno',
    package: 'deno@2.9.6',
    binary: 'deno',
    args: ['run', '--allow-net', '--no-prompt'],
    cliArgs: ['run', '--allow-net', '--allow-env', '--allow-read', '--allow-write', '--allow-sys', '--no-prompt'],
  },
];
export const fetchTimeoutMs = 300_000;

const wanted = (process.env['TEST_RUNTIMES'] ?? '').split(',');
export const isWanted = ({ name }: Runtime): boolean => wanted.includes(name) || wanted.includes('all');

/** @throws Error with all that the command printed */
export const run = async (command: string, args: readonly string[], options: { cwd: string }) =>
  promisify(execFile)(command, args, options).catch((error: unknown) => {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  });

/** @returns the path of its binary */
export const installRuntime = async ({ name, package: source, binary }: Runtime, under: string): Promise<string> => {
  const home = join(under, name);
  await run('npm', ['install', '--prefix', home, '--no-audit', '--no-save', source], { cwd: under });
  return join(home, 'node_modules/.bin', binary);
};
