import { describe, expect, it } from '@jest/globals';
import { shareEndpointReadings } from './view-status.js';

const readingsOf = (endpointCount: number, fails: (reading: number) => boolean = () => false) => {
  const clock = { ms: 0 };
  let readings = 0;
  const read = shareEndpointReadings<{ health: string | null }, number>({
    read: () => {
      readings += 1;
      return fails(readings) ? Promise.reject(new Error('away')) : Promise.resolve({ answer: readings, endpointCount });
    },
    msPerEndpoint: 1,
    sharedMaxMs: 30_000,
    now: () => clock.ms,
  });
  return { clock, read, readings: () => readings };
};
const all = { health: null };

describe('A reading of all endpoints', () => {
  it('that are few is made for each call: a change is shown at once', async () => {
    const { read, readings } = readingsOf(999);
    for (let time = 0; time < 3; time += 1) await read(all);
    expect(readings()).toBe(3);
  });

  it('that are 10,000 is made once in ten seconds for all callers', async () => {
    const { clock, read, readings } = readingsOf(10_000);
    await read(all);
    const answers = await Promise.all(Array.from({ length: 100 }, () => read(all)));
    expect([readings(), new Set(answers).size]).toEqual([2, 1]);
    clock.ms = 9_999;
    await read(all);
    expect(readings()).toBe(2);
    clock.ms = 10_000;
    await read(all);
    expect(readings()).toBe(3);
  });

  it('is never older than its bound, however many they are', async () => {
    const { clock, read, readings } = readingsOf(1_000_000);
    await read(all);
    await read(all);
    clock.ms = 30_000;
    await read(all);
    expect(readings()).toBe(3);
  });

  it('is another one where another thing is asked', async () => {
    const { read, readings } = readingsOf(10_000);
    await read(all);
    await read(all);
    await read({ health: 'disabled' });
    expect(readings()).toBe(3);
  });

  it('that failed is made again for the next caller', async () => {
    const { read, readings } = readingsOf(5_000, (reading) => reading === 2);
    await read(all);
    await expect(read(all)).rejects.toThrow('away');
    await read(all);
    expect(readings()).toBe(3);
  });
});
