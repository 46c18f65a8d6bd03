import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { reportedAttemptsMax } from '@delivery/contracts';
import { createReportAttempts, lingerMs } from './report-attempts.js';

type Attempt = { reported_after_ms?: number };
type Published = { attempts: Attempt[]; confirm: () => void; fail: (cause: Error) => void };

/** The published reports, each to be confirmed by hand. */
const createReports = () => {
  const published: Published[] = [];
  const report = createReportAttempts(
    ({ body }) =>
      new Promise((confirm, fail) => {
        const { attempts } = JSON.parse(body.toString()) as { attempts: Attempt[] };
        published.push({ attempts, confirm, fail });
      }),
  );
  return {
    /** For which something waits. */
    report: () => report('{"outcome":"delivered"}', false),
    reportLater: () => report('{"outcome":"delivered"}', true),
    published,
    sizes: () => published.map(({ attempts }) => attempts.length),
  };
};

const many = (count: number, report: () => Promise<void>) => Array.from({ length: count }, report);

describe('a report', () => {
  it('leaves at the end of the turn of the first attempt, with all others of that turn', async () => {
    const { report, sizes } = createReports();
    void many(3, report);
    expect(sizes()).toEqual([]);
    await setImmediate();
    expect(sizes()).toEqual([3]);
  });

  it('holds the attempts that ended until the one before it was confirmed', async () => {
    const { report, published, sizes } = createReports();
    const [first] = many(1, report);
    await setImmediate();
    const later = many(2, report);
    await setImmediate();
    later.push(...many(1, report));
    await setImmediate();
    expect(sizes()).toEqual([1]);
    published[0]!.confirm();
    await first;
    expect(sizes()).toEqual([1, 3]);
    published[1]!.confirm();
    await Promise.all(later);
    await setImmediate();
    expect(sizes()).toEqual([1, 3]);
  });

  it('leaves at once when it is full, and the rest leaves when all before it are confirmed', async () => {
    const { report, published, sizes } = createReports();
    void many(2 * reportedAttemptsMax + 1, report);
    await setImmediate();
    expect(sizes()).toEqual([reportedAttemptsMax, reportedAttemptsMax]);
    published[0]!.confirm();
    await setImmediate();
    expect(sizes()).toHaveLength(2);
    published[1]!.confirm();
    await setImmediate();
    expect(sizes()).toEqual([reportedAttemptsMax, reportedAttemptsMax, 1]);
  });

  it('that fails, fails those that waited behind it, and the next attempt is reported as the first was', async () => {
    const { report, reportLater, published, sizes } = createReports();
    const [first] = many(1, report);
    await setImmediate();
    const behind = [...many(1, report), ...many(1, reportLater)];
    published[0]!.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    for (const one of behind) await expect(one).rejects.toThrow('away');
    void many(1, report);
    await setImmediate();
    expect(sizes()).toEqual([1, 1]);
  });

  it('that fails while another is on its way leaves those that wait to the other', async () => {
    const { report, published, sizes } = createReports();
    const attempts = many(2 * reportedAttemptsMax + 1, report);
    const allSettled = Promise.allSettled(attempts.slice(0, -1));
    published[0]!.fail(new Error('away'));
    await expect(attempts[0]).rejects.toThrow('away');
    expect(sizes()).toHaveLength(2);
    published[1]!.confirm();
    await attempts[reportedAttemptsMax];
    expect(sizes()).toEqual([reportedAttemptsMax, reportedAttemptsMax, 1]);
    await allSettled;
  });
});

/** A report within the next `lingerMs` after this one lingers for others. */
const endOne = async (report: () => Promise<void>, published: readonly Published[]): Promise<void> => {
  const [one] = many(1, report);
  await setImmediate();
  published[0]!.confirm();
  await one;
};

describe('an attempt for which nothing waits', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('lingers for others, leaves when its time is up, and tells how long that was', async () => {
    const { report, reportLater, published, sizes } = createReports();
    await endOne(report, published);
    void many(1, reportLater);
    jest.advanceTimersByTime(lingerMs - 1);
    void many(1, reportLater);
    await setImmediate();
    expect(sizes()).toEqual([1]);
    jest.advanceTimersByTime(1);
    expect(sizes()).toEqual([1, 2]);
    expect(published[1]!.attempts.map((attempt) => attempt.reported_after_ms)).toEqual([lingerMs, 1]);
  });

  it('leaves at the end of its turn where none ended just before it', async () => {
    const { reportLater, published, sizes } = createReports();
    await endOne(reportLater, published);
    jest.advanceTimersByTime(lingerMs);
    void many(1, reportLater);
    await setImmediate();
    expect(sizes()).toEqual([1, 1]);
    expect(published.map(({ attempts }) => attempts)).toEqual([[{ outcome: 'delivered' }], [{ outcome: 'delivered' }]]);
  });

  it('leaves with the first one for which something waits, and later ones linger anew', async () => {
    const { report, reportLater, published, sizes } = createReports();
    await endOne(report, published);
    void many(2, reportLater);
    jest.advanceTimersByTime(lingerMs - 1);
    void many(1, report);
    await setImmediate();
    expect(sizes()).toEqual([1, 3]);
    expect(published[1]!.attempts.map((attempt) => attempt.reported_after_ms)).toEqual([
      lingerMs - 1,
      lingerMs - 1,
      undefined,
    ]);

    void many(1, reportLater);
    published[1]!.confirm();
    jest.advanceTimersByTime(lingerMs - 1);
    await setImmediate();
    expect(sizes()).toEqual([1, 3]);
    jest.advanceTimersByTime(1);
    expect(sizes()).toEqual([1, 3, 1]);
  });

  it('leaves at once where it fills the report', () => {
    const { reportLater, sizes } = createReports();
    void many(reportedAttemptsMax, reportLater);
    expect(sizes()).toEqual([reportedAttemptsMax]);
  });

  it('goes with the confirm of the report on its way when its time is up', async () => {
    const { report, reportLater, published, sizes } = createReports();
    void many(1, report);
    await setImmediate();
    void many(1, reportLater);
    jest.advanceTimersByTime(2 * lingerMs);
    expect(sizes()).toEqual([1]);
    published[0]!.confirm();
    await setImmediate();
    expect(sizes()).toEqual([1, 1]);
    expect(published[1]!.attempts).toEqual([{ outcome: 'delivered', reported_after_ms: lingerMs }]);
  });
});
