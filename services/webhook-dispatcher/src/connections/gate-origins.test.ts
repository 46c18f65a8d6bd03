import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createOriginGate, deferred } from './gate-origins.js';

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
              return { unreachable: false };
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

  const openLatch = () => {
    const { promise, resolve } = withResolvers();
    return { task: () => promise, end: (unreachable: boolean) => resolve({ unreachable }) };
  };
  const withResolvers = () => {
    let resolve: (result: { unreachable: boolean }) => void = () => undefined;
    const promise = new Promise<{ unreachable: boolean }>((settle) => (resolve = settle));
    return { promise, resolve: (result: { unreachable: boolean }) => resolve(result) };
  };
  const reach = () => Promise.resolve({ unreachable: false });
  const fail = () => Promise.resolve({ unreachable: true });

  it('defers what waits for an origin, and what comes for it, once eight in a row reached nobody', async () => {
    const gate = createOriginGate(8);
    const latches = Array.from({ length: 8 }, openLatch);
    const waiting = Array.from({ length: 10 }, openLatch);
    const running = latches.map(({ task }) => gate('dead', task));
    const queued = waiting.map(({ task }) => gate('dead', task));
    // Each of the first seven hands its place on; the eighth failure sends the rest away.
    for (const [index, { end }] of latches.entries()) {
      end(true);
      await running[index];
    }
    expect(await Promise.all(queued.slice(7))).toEqual([deferred, deferred, deferred]);
    // Seven are still running: one more may try, the next is one too many.
    const last = openLatch();
    const trying = gate('dead', last.task);
    expect(await gate('dead', reach)).toBe(deferred);
    expect(await gate('well', reach)).toEqual({ unreachable: false });
    for (const { end } of [...waiting, last]) end(true);
    expect(await Promise.all([...queued.slice(0, 7), trying])).not.toContain(deferred);
  });

  it('is open again as soon as one is answered', async () => {
    const gate = createOriginGate(100);
    for (let n = 0; n < 8; n += 1) await gate('dead', fail);
    const latches = Array.from({ length: 8 }, openLatch);
    const trying = latches.map(({ task }) => gate('dead', task));
    expect(await gate('dead', reach)).toBe(deferred);
    latches[0]?.end(false);
    await trying[0];
    expect(await Promise.all(Array.from({ length: 20 }, () => gate('dead', reach)))).not.toContain(deferred);
    for (const { end } of latches) end(true);
    await Promise.all(trying);
  });

  it('takes answers in between for a living origin, whatever share of the rest fails', async () => {
    const gate = createOriginGate(100);
    for (let n = 0; n < 100; n += 1) {
      expect(await gate('mixed', n % 8 === 7 ? reach : fail)).not.toBe(deferred);
    }
  });
});
