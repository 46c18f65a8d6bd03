// `npm start`: builds what has changed, then runs everything in this very process, so that Ctrl-C reaches it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

console.log('build: compiling what has changed');
const build = spawnSync(
  process.execPath,
  [
    `${root}/node_modules/turbo/bin/turbo`,
    'run',
    'build',
    '--filter=./services/*',
    '--filter=@delivery/local-stack',
    '--output-logs=errors-only',
    '--log-order=grouped',
  ],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' } },
);
if (build.status !== 0) {
  process.stderr.write(build.stdout ?? '');
  console.error(`build: failed${build.error ? `: ${build.error.message}` : ''}`);
  process.exit(1);
}
process.argv[2] = root;
await import('../packages/local-stack/dist/bin/product.js');
