import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const turbo = `${root}/node_modules/turbo/bin/turbo`;
export const productFilters = [
  '--filter=./services/*',
  '--filter=@delivery/courier-simulator',
  '--filter=@delivery/local-stack',
  '--filter=@delivery/client',
];

/** Variables of `.env`; what the shell sets goes first. */
export const readEnvFile = () => {
  if (existsSync(`${root}/.env`)) process.loadEnvFile(`${root}/.env`);
};

/** Builds what has changed of the product and of what runs it; ends this process where that fails. */
export const buildProduct = () => {
  console.log('build: compiling what has changed');
  const build = spawnSync(
    process.execPath,
    [turbo, 'run', 'build', ...productFilters, '--output-logs=errors-only', '--log-order=grouped'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' } },
  );
  if (build.status === 0) return;
  process.stderr.write(build.stdout ?? '');
  console.error(`build: failed${build.error ? `: ${build.error.message}` : ''}`);
  process.exit(1);
};
