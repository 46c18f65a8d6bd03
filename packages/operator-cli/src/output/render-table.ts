export type Cell = string | number | null | undefined;

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
  cell === null || cell === undefined || cell === '' ? '-' : String(cell).replaceAll(/\p{Cc}/gu, '�');
