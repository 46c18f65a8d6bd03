import { createProgress } from '../output/progress.js';
import { runCli } from '../run-cli.js';

// Whoever reads it may have seen enough: `operator status | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

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
