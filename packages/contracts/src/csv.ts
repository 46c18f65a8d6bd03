/** The byte order mark at the head of a file: without it Excel reads UTF-8 as another encoding. */
export const csvMark = '\ufeff';

/**
 * The places of a text where a spreadsheet would read a formula. Where its settings make `;` or a tab the separator, it
 * splits the line there too, inside of the quotes that a comma needs.
 */
const formula = /(?<=^|[,;\t\r\n])(?="*[=+\-@＝＋－＠\t\r])/g;

type Cell = string | number | boolean | null;

const toCsvCell = (value: Cell): string => {
  const text = String(value ?? '');
  const inert = typeof value === 'string' ? text.replaceAll(formula, "'") : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};

/** A line of RFC 4180. */
export const toCsvRow = (cells: readonly Cell[]): string => `${cells.map(toCsvCell).join(',')}\r\n`;
