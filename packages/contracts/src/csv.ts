/** A spreadsheet would take a text that begins so for a formula: people write reasons, and merchants their names. */
const formula = /^[=+\-@\t\r]/;

type Cell = string | number | boolean | null;

const toCsvCell = (value: Cell): string => {
  const text = String(value ?? '');
  const inert = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};

/** A line of RFC 4180. */
export const toCsvRow = (cells: readonly Cell[]): string => `${cells.map(toCsvCell).join(',')}\r\n`;
