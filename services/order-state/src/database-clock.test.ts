import { describe, expect, it } from '@jest/globals';
import type { Pool } from '@delivery/postgres';
import { createDatabaseClock } from './database-clock.js';

const hourMs = 3_600_000;

/** A database that answers a question after `answerMs`, and tells the time of the middle. */
const arrange = () => {
  const time = { databaseMs: 1_000_000_000, monotonicMs: 500, ownAheadMs: hourMs };
  let answerMs = 10;
  const pass = (ms: number) => {
    time.databaseMs += ms;
    time.monotonicMs += ms;
  };
  const query = () => {
    pass(answerMs / 2);
    const rows = [{ ms: time.databaseMs }];
    pass(answerMs / 2);
    return Promise.resolve({ rows });
  };
  const clock = createDatabaseClock({ query } as unknown as Pool, {
    own: () => time.databaseMs + time.ownAheadMs,
    monotonicMs: () => time.monotonicMs,
  });
  const answersAfter = (ms: number) => {
    answerMs = ms;
  };
  return { clock, time, pass, answersAfter };
};

describe('the database’s clock', () => {
  it('goes by the machine’s until the database was asked', () => {
    const { clock, time } = arrange();
    expect([clock.now(), clock.skewMs()]).toEqual([time.databaseMs + hourMs, undefined]);
  });

  it('is the database’s from then on, and tells how far the machine is off', async () => {
    const { clock, time, pass } = arrange();
    await clock.measure();
    pass(7_000);
    expect([clock.now(), clock.skewMs()]).toEqual([time.databaseMs, hourMs]);
    time.ownAheadMs = -hourMs;
    expect([clock.now(), clock.skewMs()]).toEqual([time.databaseMs, -hourMs]);
  });

  it('follows a database whose clock is set, and tells by how much it was set back', async () => {
    const { clock, time } = arrange();
    await clock.measure();
    for (const jumpMs of [90_000, -30_000]) {
      time.databaseMs += jumpMs;
      const setBackMs = await clock.measure();
      expect(Math.abs(setBackMs - Math.max(0, -jumpMs))).toBeLessThanOrEqual(10);
      expect(Math.abs(clock.now() - time.databaseMs)).toBeLessThanOrEqual(10);
    }
  });

  it('is not moved by an answer that comes late', async () => {
    const { clock, time, answersAfter } = arrange();
    await clock.measure();
    answersAfter(4_000);
    await clock.measure();
    expect(clock.now()).toBe(time.databaseMs);
  });
});
