import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from '@jest/globals';
import { createDatabase, createVhost, pollUntil, startProduct } from '@delivery/test-support';

const startAndTell = `
  import { startProduct } from '@delivery/test-support';
  const [databaseUrl, rabbitmqUrl] = process.argv.slice(1);
  const product = await startProduct({ databaseUrl, rabbitmqUrl });
  console.log(JSON.stringify(product.services.map((service) => service.pid())));
`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the product of a test', () => {
  it('does not outlive a test run that is killed', async () => {
    const [database, vhost] = [await createDatabase(), await createVhost()];
    const run = spawn(process.execPath, ['--input-type=module', '-e', startAndTell, database.url, vhost.url], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: run.stdout }), 'line')) as [string];
    const pids = JSON.parse(line) as number[];
    expect(pids.map(isAlive)).toEqual([true, true, true]);
    run.kill('SIGKILL');
    await pollUntil('the services are gone', () => (pids.some(isAlive) ? undefined : true));
    await database.drop();
    await vhost.delete();
  });

  it('reports a service that ended by itself', async () => {
    const product = await startProduct({ replicas: { 'order-state': 0, 'intake-api': 0 } });
    const { pid, isRunning } = product.service('webhook-dispatcher');
    process.kill(pid()!, 'SIGKILL');
    await pollUntil('it has ended', () => (isRunning() ? undefined : true));
    await expect(product.close()).rejects.toThrow(/webhook-dispatcher 0 ended by SIGKILL/);
  });

  it('says why a service does not start', async () => {
    const env = { 'intake-api': { RATE_LIMIT_CREATE_PER_MINUTE: 'many' } };
    const replicas = { 'order-state': 0, 'webhook-dispatcher': 0 };
    await expect(startProduct({ env, replicas })).rejects.toThrow(
      /intake-api 0 ended with code 78:[^]*RATE_LIMIT_CREATE_PER_MINUTE/,
    );
  });
});
