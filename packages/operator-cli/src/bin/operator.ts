import { createProgress } from '../output/progress.js';
import { runCli } from '../run-cli.js';

const progress = createProgress(process.stderr);

process.exitCode = await runCli(
  process.argv.slice(2),
  { env: process.env, rootDir: process.cwd() },
  {
    out: (text) => {
      progress.end();
      process.stdout.write(`${text}\n`);
    },
    error: (text) => {
      progress.end();
      process.stderr.write(`${text}\n`);
    },
    progress: progress.show,
  },
);
