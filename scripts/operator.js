// `npm run operator -- …`: builds the command line tool where it has changed, then runs it. Only it writes to stdout.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const build = spawnSync(
  process.execPath,
  [
    `${root}/node_modules/turbo/bin/turbo`,
    'run',
    'build',
    '--filter=@delivery/operator-cli',
    '--output-logs=errors-only',
  ],
  { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' } },
);
if (build.status === 0) {
  await import('../packages/operator-cli/dist/bin/operator.js');
} else {
  process.stderr.write(build.stdout);
  process.exitCode = 1;
}
