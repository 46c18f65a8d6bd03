import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const service = fileURLToPath(new URL('../../../services/order-state/', import.meta.url));

/** Runs order-state's `migrate` to its end, as a deployment does before a release. @returns its exit code */
export const migrateDatabase = (ownerUrl: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['dist/migrate.js'], {
      cwd: service,
      env: { DATABASE_URL: ownerUrl, LOG_LEVEL: 'warn' },
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('close', resolve);
  });
