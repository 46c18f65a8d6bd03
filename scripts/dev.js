// `npm run dev`: like `npm start`; what is saved is compiled, and each service that imports it starts again.
import { spawn } from 'node:child_process';
import { buildProduct, productFilters, readEnvFile, root, turbo } from './build-product.js';

readEnvFile();
buildProduct();
// Detached: the guard ends its group with this process, however that ends, and Ctrl-C does not reach it first.
const compiler = spawn(
  process.execPath,
  [`${root}/scripts/guarded.js`, turbo, 'watch', 'build', ...productFilters, '--output-logs=errors-only'],
  {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  },
);
compiler.on('exit', (code) => {
  console.error(`compiling ended with ${code}: nothing that is saved from now on takes effect`);
});
process.argv.splice(2, Infinity, root, '--watch', '--watch-preserve-output');
await import('../packages/local-stack/dist/bin/product.js');
