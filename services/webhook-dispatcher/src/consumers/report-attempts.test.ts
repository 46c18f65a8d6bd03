import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { reportedAttemptsMax } from '@delivery/contracts';
import { createReportAttempts } from './report-attempts.js';

type Published = { attempts: number; confirm: () => void; fail: (cause: Error) => void };

/** What was published, each report to be confirmed by hand. */
const createReports = () => {
  const published: Published[] = [];
  const report = createReportAttempts(
    ({ body }) =>
      new Promise((confirm, fail) => {
        const { attempts } = JSON.parse(body.toString()) as { attempts: unknown[] };
        published.push({ attempts: attempts.length, confirm, fail });
      }),
  );
  return { report, published, sizes: () => published.map(({ attempts }) => attempts) };
};

const many = (count: number, report: (attempted: string) => Promise<void>) =>
  Array.from({ length: count }, () => report('{}'));

describe('a report', () => {
  it('leaves at the end of the turn of the first attempt, with all others of that turn', async () => {
    const { report, sizes } = createReports();
    void many(3, report);
    expect(sizes()).toEqual([]);
    await setImmediate();
    expect(sizes()).toEqual([3]);
  });

  it('holds what ended until the one before it was confirmed', async () => {
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

  it('leaves at once when it is full, and what is left over when all before it is confirmed', async () => {
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
    const { report, published, sizes } = createReports();
    const [first] = many(1, report);
    await setImmediate();
    const [behind] = many(1, report);
    published[0]!.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await expect(behind).rejects.toThrow('away');
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
