import { describe, expect, it } from '@jest/globals';
import { isAhead, judgeStandby, type Mark } from './judge-standby.js';

const server = { is_standby: true, database: 'cluster/1', position: 200 };
const mark = (atMs: number, position: number): Mark => ({ atMs, database: 'cluster/1', position });
const marks = [mark(1_000, 100), mark(2_000, 200), mark(3_000, 300)];

describe('A standby', () => {
  it('[P33] shows everything as of the newest mark that it has replayed', () => {
    expect(judgeStandby(server, marks)).toEqual({ freshAsOfMs: 2_000 });
    expect(judgeStandby({ ...server, position: 299 }, marks)).toEqual({ freshAsOfMs: 2_000 });
    expect(judgeStandby({ ...server, position: 300 }, marks)).toEqual({ freshAsOfMs: 3_000 });
  });

  it('is as fresh as the last look if the primary writes nothing, however long ago the last write was', () => {
    expect(judgeStandby(server, [mark(1_000, 200), mark(900_000, 200)])).toEqual({ freshAsOfMs: 900_000 });
  });

  it.each([
    ['starting', server, []],
    ['behind', { ...server, position: 99 }, marks],
    ['behind', { ...server, position: null }, marks],
    ['not_a_standby', { ...server, is_standby: false }, marks],
    ['another_database', { ...server, database: 'cluster/2' }, marks],
  ] as const)('is not used: %s', (fault, reported, known) => {
    expect(judgeStandby(reported, known)).toEqual({ fault });
  });

  it('[P33] that has replayed what the primary has not written follows another history', () => {
    expect(isAhead({ ...server, position: 301 }, mark(4_000, 300))).toBe(true);
    expect(isAhead({ ...server, position: 300 }, mark(4_000, 300))).toBe(false);
  });
});
