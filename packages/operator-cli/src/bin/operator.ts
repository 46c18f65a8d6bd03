import { runCli } from '../run-cli.js';

process.exitCode = await runCli(
  process.argv.slice(2),
  { env: process.env, rootDir: process.cwd() },
  {
    out: (text) => process.stdout.write(`${text}\n`),
    error: (text) => process.stderr.write(`${text}\n`),
  },
);
