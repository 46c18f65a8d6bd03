import { type Cell, renderTable } from './render-table.js';

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
