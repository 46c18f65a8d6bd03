import { once } from 'node:events';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createSweeper, type Sweep } from './create-sweeper.js';
import { listSweeps } from './list-sweeps.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;
const never: Sweep = { everyMs: 3_600_000, run: () => Promise.resolve(0) };
const names = Object.keys(listSweeps({} as never)) as (keyof ReturnType<typeof listSweeps>)[];

describe('A sweep that leaves something', () => {
  it('comes again as soon as it says, by how long it took', async () => {
    const told = new EventTarget();
    const secondRun = once(told, 'run 2');
    let [runs, nowMs] = [0, 0];
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const tookMs: number[] = [];
    const parked: Sweep = {
      ...never,
      soonMs: (took) => {
        tookMs.push(took);
        return 0;
      },
      run: () => {
        nowMs += 40;
        runs += 1;
        told.dispatchEvent(new Event(`run ${runs}`));
        return Promise.resolve(runs < 2 ? 1 : 0);
      },
    };
    const sweeps = {
      ...(Object.fromEntries(names.map((name) => [name, never])) as ReturnType<typeof listSweeps>),
      parked,
    };
    const sweeper = createSweeper(sweeps, logger);
    sweeper.start();
    await secondRun;
    await sweeper.close();
    // At its start, and after the first run; the second left nothing.
    expect(tookMs).toEqual([0, 40]);
  });
});
