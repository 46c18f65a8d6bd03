import { expect, test } from '@jest/globals';
import { type Sign, startHeartbeat } from './heartbeat.js';

test('a heartbeat goes on after one that failed, and says at the end that it stops', async () => {
  const reported: Sign[] = [];
  const failures: unknown[] = [];
  const stop = await new Promise<() => Promise<void>>((resolve) => {
    const stopHeartbeat = startHeartbeat({
      port: 8080,
      version: 'a1b2c3d',
      everyMs: 1,
      config: { PORT: 8080, LOG_LEVEL: 'info', SECRETS_KEY: true, SMTP_URL: undefined },
      tell: (sign) => {
        reported.push(sign);
        if (reported.length === 3) resolve(stopHeartbeat);
        return reported.length === 1 ? Promise.reject(new Error('not reachable')) : undefined;
      },
      onFailure: (error) => failures.push(error),
    });
  });
  await stop();
  expect(failures).toEqual([new Error('not reachable')]);
  expect(reported.map(({ type }) => type)).toEqual([
    ...reported.slice(1).map(() => 'replica.alive'),
    'replica.stopped',
  ]);
  expect(new Set(reported.map(({ run, name }) => `${run} ${name}`)).size).toBe(1);
  expect(reported.slice(0, 2).map(({ config }) => config)).toEqual([
    { PORT: '8080', LOG_LEVEL: 'info', SECRETS_KEY: 'true' },
    undefined,
  ]);
  expect(reported[0]).toMatchObject({ name: expect.stringMatching(/:8080$/), version: 'a1b2c3d' });
});
