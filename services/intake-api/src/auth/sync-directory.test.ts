import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { createLogger } from '@delivery/service-kit';
import { createDirectories } from './directory.js';
import { startDirectorySync } from './sync-directory.js';

it('[P10] asks order-state no less often while it gets no answer than when all is well', async () => {
  const failuresMax = 40;
  let asked = 0;
  const loaded = new Promise<void>((resolve) => {
    const sync = startDirectorySync({
      directories: createDirectories(),
      logger: createLogger({ service: 'intake-api', level: 'silent' }),
      now: () => performance.now(),
      // With pauses that doubled up to a limit of their own these would be minutes.
      pollIntervalMs: 1,
      source: {
        fetchPage: () => {
          asked += 1;
          if (asked <= failuresMax) return Promise.reject(new Error('away'));
          return Promise.resolve({
            data: [],
            courier_systems: [],
            platforms: [],
            oauth_key: '',
            retry_delays_ms: [],
            next_cursor: null,
            version: 1,
            epoch: randomUUID(),
          });
        },
        fetchChanges: () => {
          void sync.close().then(resolve);
          return Promise.reject(new Error('closing'));
        },
        fetchEntry: () => Promise.resolve(undefined),
        reportUsedTokens: () => Promise.resolve(),
        reportRefusedCalls: () => Promise.resolve(),
        reportHeartbeat: () => Promise.resolve(),
      },
    });
  });
  await loaded;
  expect(asked).toBe(failuresMax + 1);
});
