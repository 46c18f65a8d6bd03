import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createOriginGate } from './gate-origins.js';

describe('createOriginGate', () => {
  it('never runs more per origin than its limit, runs everything in order, and leaves origins apart', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }),
        async (scheduler, perOriginMax, origins) => {
          const gate = createOriginGate(perOriginMax);
          const running = new Map<string, number>();
          const started = new Map<string, number[]>();
          const tasks = origins.map((origin, index) =>
            gate(origin, async () => {
              const count = (running.get(origin) ?? 0) + 1;
              expect(count).toBeLessThanOrEqual(perOriginMax);
              running.set(origin, count);
              started.set(origin, [...(started.get(origin) ?? []), index]);
              await scheduler.schedule(Promise.resolve());
              running.set(origin, running.get(origin)! - 1);
              if (index % 3 === 0) throw new Error('the task failed');
              return index;
            }),
          );
          const settling = Promise.allSettled(tasks);
          await scheduler.waitFor(settling);
          const results = await settling;
          expect(results.map(({ status }) => status)).toEqual(
            origins.map((_origin, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
          );
          for (const order of started.values()) expect(order).toEqual([...order].sort((x, y) => x - y));
        },
      ),
    );
  });
});
