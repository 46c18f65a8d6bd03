import { expect, test } from '@jest/globals';
import { type Sign, startHeartbeat } from './heartbeat.js';

test('a heartbeat goes on after one that failed, and says at the end that it stops', async () => {
  const told: Sign[] = [];
  const failures: unknown[] = [];
  const stop = await new Promise<() => Promise<void>>((resolve) => {
    const stopHeartbeat = startHeartbeat({
      port: 8080,
      version: 'a1b2c3d',
      everyMs: 1,
      tell: (sign) => {
        told.push(sign);
        if (told.length === 3) resolve(stopHeartbeat);
        return told.length === 1 ? Promise.reject(new Error('not reachable')) : undefined;
      },
      onFailure: (error) => failures.push(error),
    });
  });
  await stop();
  expect(failures).toEqual([new Error('not reachable')]);
  expect(told.map(({ type }) => type)).toEqual([...told.slice(1).map(() => 'replica.alive'), 'replica.stopped']);
  expect(new Set(told.map(({ run, name }) => `${run} ${name}`)).size).toBe(1);
  expect(told[0]).toMatchObject({ name: expect.stringMatching(/:8080$/), version: 'a1b2c3d' });
});
