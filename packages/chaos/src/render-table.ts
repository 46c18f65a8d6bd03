import type { RoundResult } from './run-round.js';

type Row = {
  part: string;
  fault: string;
  rounds: number;
  accepted: number;
  delivered: number;
  pulled: number;
  retries: number;
  lanes: number;
  lost: number;
  disorder: number;
  duplicates: number;
  tillDeaths: number;
  handedOutAgain: number;
  duplicatesPulled: number;
  recoveryMs: number;
  backlogMs: number;
};

const headings = [
  'part',
  'fault',
  'rounds',
  'orders',
  'webhooks',
  'of them pulled',
  'calls sent again',
  'traces replayed',
  'lost',
  'out of order',
  'duplicates',
  'deaths of tills',
  'handed out again',
  'duplicates pulled',
  'longest recovery',
  'longest backlog',
];

/** The run as a Markdown table: a line for each part and fault, and the sum. */
export const renderTable = (results: readonly RoundResult[]): string => {
  const rows = new Map<string, Row>();
  const total: Row = emptyRow('all', '');
  for (const result of results) {
    const { part, name } = result.round.fault;
    const row = rows.get(`${part}:${name}`) ?? emptyRow(part, name);
    rows.set(`${part}:${name}`, row);
    add(row, result);
    add(total, result);
  }
  const lines = [...rows.values()].sort(
    (one, other) => one.part.localeCompare(other.part) || one.fault.localeCompare(other.fault),
  );
  return layOut([headings, ...[...lines, total].map(toCells)]);
};

const emptyRow = (part: string, fault: string): Row => ({
  part,
  fault,
  rounds: 0,
  accepted: 0,
  delivered: 0,
  pulled: 0,
  retries: 0,
  lanes: 0,
  lost: 0,
  disorder: 0,
  duplicates: 0,
  tillDeaths: 0,
  handedOutAgain: 0,
  duplicatesPulled: 0,
  recoveryMs: 0,
  backlogMs: 0,
});

const add = (row: Row, result: RoundResult): void => {
  row.rounds += 1;
  row.accepted += result.accepted;
  row.delivered += result.delivered;
  row.pulled += result.pulled;
  row.retries += result.retries;
  row.lanes += result.lanes;
  row.lost += result.lost.length;
  row.disorder += result.disorder.length;
  row.duplicates += result.duplicates;
  row.tillDeaths += result.tillDeaths;
  row.handedOutAgain += result.handedOutAgain;
  row.duplicatesPulled += result.duplicatesPulled;
  row.recoveryMs = Math.max(row.recoveryMs, result.recoveryMs);
  row.backlogMs = Math.max(row.backlogMs, result.backlogMs);
};

const toCells = (row: Row): string[] => [
  row.part,
  row.fault,
  ...countsOf(row).map(String),
  toSeconds(row.recoveryMs),
  toSeconds(row.backlogMs),
];

const toSeconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : 'never');

const countsOf = (row: Row): number[] => [
  row.rounds,
  row.accepted,
  row.delivered,
  row.pulled,
  row.retries,
  row.lanes,
  row.lost,
  row.disorder,
  row.duplicates,
  row.tillDeaths,
  row.handedOutAgain,
  row.duplicatesPulled,
];

const layOut = (rows: readonly (readonly string[])[]): string => {
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
};
