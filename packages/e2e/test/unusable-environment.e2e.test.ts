import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase, createVhost, type RabbitVhost, type TestDatabase } from '@delivery/test-support';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const script = join(root, 'packages/local-stack/dist/bin/product.js');
const dataDir = mkdtempSync(join(tmpdir(), 'unusable-environment-'));
let database: TestDatabase;
let vhost: RabbitVhost;

beforeAll(async () => {
  [database, vhost] = await Promise.all([createDatabase(), createVhost()]);
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true });
  await Promise.all([database.drop(), vhost.delete()]);
});

const start = async (env: Record<string, string>) => {
  const servers = { DATABASE_URL: database.url, RABBITMQ_URL: vhost.url, DATABASE_ALLOW_DATA_LOSS: 'true' };
  const child = spawn(process.execPath, [script, root], {
    env: { ...process.env, ...servers, DATA_DIR: dataDir, DEMO: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { out, error, code };
};

describe('npm start', () => {
  it('shows the faults that a service finds in its environment, starts it once, and ends with 1', async () => {
    const { out, error, code } = await start({ RATE_LIMIT_PLATFORM_PER_MINUTE: '100000000' });

    expect(code).toBe(1);
    expect(out.match(/intake-api died/g)).toHaveLength(1);
    expect(out).toMatch(/^ {4}RATE_LIMIT_PLATFORM_PER_MINUTE: /m);
    expect(error).toContain('intake-api cannot run with this environment');
  });
});
