import type { RoundResult } from './run-round.js';

type Row = {
  part: string;
  fault: string;
  rounds: number;
  accepted: number;
  delivered: number;
  retries: number;
  lost: number;
  disorder: number;
  duplicates: number;
  recoveryMs: number;
};

const headings = [
  'part',
  'fault',
  'rounds',
  'orders',
  'webhooks',
  'calls sent again',
  'lost',
  'out of order',
  'duplicates',
  'longest recovery',
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
  retries: 0,
  lost: 0,
  disorder: 0,
  duplicates: 0,
  recoveryMs: 0,
});

const add = (row: Row, result: RoundResult): void => {
  row.rounds += 1;
  row.accepted += result.accepted;
  row.delivered += result.delivered;
  row.retries += result.retries;
  row.lost += result.lost.length;
  row.disorder += result.disorder.length;
  row.duplicates += result.duplicates;
  row.recoveryMs = Math.max(row.recoveryMs, result.recoveryMs);
};

const toCells = (row: Row): string[] => [
  row.part,
  row.fault,
  ...[row.rounds, row.accepted, row.delivered, row.retries, row.lost, row.disorder, row.duplicates].map(String),
  Number.isFinite(row.recoveryMs) ? `${(row.recoveryMs / 1_000).toFixed(1)} s` : 'never',
];

const layOut = (rows: readonly (readonly string[])[]): string => {
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
};
