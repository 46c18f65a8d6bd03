import { createTerminal } from './output/terminal.js';
import { runCli } from './run-cli.js';

const { stdout, stderr } = process;
// The reader closed the pipe, as `head` does when it has enough.
stdout.on('error', () => process.exit(0));

const ctrlC = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ctrlC.abort());

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: createTerminal(stdout, stderr, process.env),
  env: process.env,
  directory: process.cwd(),
  signal: ctrlC.signal,
});
