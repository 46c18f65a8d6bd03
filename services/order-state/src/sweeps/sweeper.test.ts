import { once } from 'node:events';
import { setTimeout as timer } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createSweeper, listSweeps, type Sweep } from './sweeper.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;
const never: Sweep = { everyMs: 3_600_000, run: () => Promise.resolve(0) };
const names = Object.keys(listSweeps({} as never)) as (keyof ReturnType<typeof listSweeps>)[];

const sweepsWith = (parked: Sweep): ReturnType<typeof listSweeps> => ({
  ...(Object.fromEntries(names.map((name) => [name, never])) as ReturnType<typeof listSweeps>),
  parked,
});

/** The later of two equal timers ends later, so work that was to run at once has begun. */
const behindTimers = () => timer(0);

describe('A sweep that is hurried', () => {
  it('runs once more after the run that is under way, however often, and never beside it', async () => {
    const reported = new EventTarget();
    const begun = [1, 2].map((run) => once(reported, `run ${run}`));
    const ends: (() => void)[] = [];
    let [open, openMax] = [0, 0];
    const run = async () => {
      open += 1;
      openMax = Math.max(openMax, open);
      const ended = new Promise<void>((resolve) => ends.push(resolve));
      reported.dispatchEvent(new Event(`run ${ends.length}`));
      await ended;
      open -= 1;
      return 0;
    };
    const sweeper = createSweeper(sweepsWith({ ...never, run }), logger);
    sweeper.start();
    sweeper.runSoon('parked');
    await begun[0];
    for (let times = 0; times < 5; times += 1) sweeper.runSoon('parked');
    await behindTimers();
    ends[0]!();
    await begun[1];
    ends[1]!();
    await behindTimers();
    await sweeper.close();
    expect([ends.length, openMax]).toEqual([2, 1]);
  });
});

describe('A sweep that leaves something', () => {
  it('comes again as soon as it says, by how long it took', async () => {
    const reported = new EventTarget();
    const secondRun = once(reported, 'run 2');
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
        reported.dispatchEvent(new Event(`run ${runs}`));
        return Promise.resolve(runs < 2 ? 1 : 0);
      },
    };
    const sweeper = createSweeper(sweepsWith(parked), logger);
    sweeper.start();
    await secondRun;
    await sweeper.close();
    // At its start, and after the first run; the second left nothing.
    expect(tookMs).toEqual([0, 40]);
  });
});
