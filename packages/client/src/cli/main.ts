import { createTerminal } from './output.js';
import { runCli } from './run-cli.js';

const { stdout, stderr } = process;
stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe, as `head` does when it has enough.
  if (error.code === 'EPIPE') process.exit(0);
  stderr.write(`the output cannot be written: ${error.message}\n`);
  process.exit(2);
});

const ctrlC = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ctrlC.abort());

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: createTerminal(stdout, stderr, process.env),
  env: process.env,
  directory: process.cwd(),
  signal: ctrlC.signal,
});
