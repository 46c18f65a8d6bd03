import type { OperatorStatus } from '@delivery/contracts';

type Cell = string | number | null | undefined;

/** Columns as wide as their widest cell. `null` and `undefined` are shown as a dash. */
export const renderTable = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  if (rows.length === 0) return 'none';
  const lines = [[...columns], ...rows.map((row) => row.map(toText))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** One line for each field. */
export const renderFields = (fields: Readonly<Record<string, Cell>>): string => {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields)
    .map(([name, value]) => `${name.padEnd(width)}  ${toText(value)}`)
    .join('\n');
};

/** A text from outside must not move the cursor or colour the terminal. */
const toText = (cell: Cell): string =>
  cell === null || cell === undefined || cell === ''
    ? '-'
    : String(cell).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '�');

/** A list with how to go on with it. */
export const renderPage = (
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  nextCursor: string | null,
): string => {
  const table = renderTable(columns, rows);
  return nextCursor === null ? table : `${table}\nmore: --cursor ${nextCursor}`;
};

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** How long ago, in its largest unit: lines are short. */
export const renderAge = (at: string | null): string | null => {
  if (at === null) return null;
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000));
  const unit = units.find(([, length]) => seconds >= length);
  return unit ? `${Math.floor(seconds / unit[1])} ${unit[0]}` : `${seconds} s`;
};

export const renderCreates = (creates: OperatorStatus['creates']): string =>
  creates
    ? `${creates.accepted} accepted, ${creates.unavailable} refused with 5xx, ${creates.limited} with 429`
    : 'not known';
