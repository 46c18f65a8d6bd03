import { runCli } from '../run-cli.js';

// The reader may close the pipe early: `operator status | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`error: the output cannot be written: ${error.message}\n`);
  process.exit(2);
});

process.exitCode = await runCli(
  process.argv.slice(2),
  { env: process.env, rootDir: process.cwd() },
  {
    out: (text) => void process.stdout.write(`${text}\n`),
    error: (text) => void process.stderr.write(`${text}\n`),
  },
);
