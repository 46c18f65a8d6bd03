import { type Terminal, toPrintable } from './terminal.js';

export type Cell = string | number | null | undefined;

/** Columns as wide as their widest cell; an absent value is a dash. */
export const renderTable = (
  terminal: Terminal,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): string[] => {
  const lines = rows.map((row) => row.map(toText));
  const widths = columns.map((name, at) => Math.max(name.length, ...lines.map((line) => line[at]?.length ?? 0)));
  const join = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [terminal.paint('faint', join(columns)), ...lines.map(join)];
};

/** One line for each field. */
export const renderFields = (terminal: Terminal, fields: Readonly<Record<string, Cell>>): string[] => {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields).map(
    ([name, value]) => `${terminal.paint('faint', name.padEnd(width))}  ${toText(value)}`,
  );
};

export const toText = (cell: Cell): string =>
  cell === null || cell === undefined || cell === '' ? '-' : toPrintable(String(cell));

/** `21:04:33`, as the clock on the wall shows it. */
export const renderClock = (at: Date): string => at.toTimeString().slice(0, 8);

/** `2026-11-22 21:04:33`, as the clock on the wall shows it. */
export const renderTime = (text: string): string => {
  const at = new Date(text);
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `${day} ${renderClock(at)}`;
};
