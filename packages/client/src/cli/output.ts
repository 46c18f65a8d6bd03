import type { EndpointTest } from '../types.js';

/** The output of a command. Colour and width are those of standard output. */
export type Terminal = {
  /** One line, to standard output. */
  print: (line: string) => void;
  /** One line for people, to standard error, as standard output is for the result. */
  tell: (line: string) => void;
  paint: (style: Style, text: string) => string;
  /** Columns: of the terminal, 80 where there is none. */
  width: number;
};

/** As they are meant, so that each means the same everywhere. */
export type Style = 'good' | 'bad' | 'unsure' | 'faint' | 'strong';

type Output = { write: (text: string) => unknown; isTTY?: boolean; columns?: number };

const codes: Record<Style, readonly [on: number, off: number]> = {
  good: [32, 39],
  bad: [31, 39],
  unsure: [33, 39],
  faint: [2, 22],
  strong: [1, 22],
};
const widthWithoutTerminal = 80;
const widthMin = 40;

/** Coloured on a terminal only, and there not where `NO_COLOR` asks for none. */
export const createTerminal = (out: Output, error: Output, env: Record<string, string | undefined>): Terminal => {
  const isColored = out.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return {
    print: (line) => void out.write(`${line}\n`),
    tell: (line) => void error.write(`${line}\n`),
    paint: (style, text) => {
      const [on, off] = codes[style];
      return isColored ? `\u001b[${on}m${text}\u001b[${off}m` : text;
    },
    width: Math.max(widthMin, out.columns ?? widthWithoutTerminal),
  };
};

/** A text from elsewhere must not move the cursor or colour the terminal. */
export const toPrintable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '�');

/** The result of an attempt or a test, in one line. */
export const describeResult = ({
  error_code: code,
  error_detail: detail,
  status_code: status,
  duration_ms: tookMs,
}: Pick<EndpointTest, 'error_code' | 'error_detail' | 'status_code' | 'duration_ms'>): string =>
  [code ?? 'delivered', detail && toPrintable(detail), `status ${status ?? 'none'}`, `${Math.round(tookMs)} ms`]
    .filter(Boolean)
    .join(', ');

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

/** Lines of at most `width` characters, broken at spaces; a word that is longer has a line of its own. */
export const wrap = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
};

/** `label` before the first line, and the others below its text. `indent` and `label` count for the width. */
export const hang = (label: string, text: string, { indent, width }: { indent: number; width: number }): string[] => {
  const room = Math.max(20, width - indent - label.length);
  return wrap(text, room).map((line, at) => ' '.repeat(indent) + (at === 0 ? label : ' '.repeat(label.length)) + line);
};
