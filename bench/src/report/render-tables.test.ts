import { describe, expect, it } from '@jest/globals';
import { renderTables } from './render-tables.js';
import { figuresRow, wideRow } from './row.js';

const linesOf = (markdown: string) => markdown.split('\n').filter((line) => !line.includes('---'));

describe('the report', () => {
  it('gives each figure a line, and says whether its target was reached', () => {
    const targets = [{ figure: 'p99Ms', of: 'product' as const, atMost: 10 }];
    expect(
      linesOf(renderTables([figuresRow('journey', 'one', { p50Ms: 1.234, p99Ms: 11 }, targets)])).slice(1),
    ).toEqual(['| journey | one | p50Ms | 1.23 |  |  |  |  |', '| journey | one | p99Ms | 11 |  |  | ≤ 10 | missed |']);
  });

  it('gives a wide case one line, in which figures of one name share a cell', () => {
    const rows = [
      wideRow('everyday', 'at 10/s', { 'CPU ms': 16, 'postgres: CPU ms': 4.51, 'postgres: writes': 20 }),
      wideRow('everyday', 'closed loop', { 'CPU ms': 2, 'webhooks/s': 850 }),
    ];
    expect(linesOf(renderTables(rows))).toEqual([
      '| case | CPU ms | postgres | webhooks/s |',
      '| at 10/s | 16 | 4.51 / 20 |  |',
      '| closed loop | 2 |  | 850 |',
    ]);
  });
});
