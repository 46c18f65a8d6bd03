import type { Figures } from '../measure/compare.js';
import { isMet, type Row, type Target } from './row.js';

/** The report as Markdown tables, so that it can be pasted into the docs as it is. */
export const renderTables = (rows: readonly Row[]): string =>
  [renderWide(rows.filter(({ isWide }) => isWide)), renderFigures(rows.filter(({ isWide }) => !isWide))]
    .filter((table) => table !== '')
    .join('\n\n');

const renderFigures = (rows: readonly Row[]): string => {
  const head = ['scenario', 'case', 'figure', 'product', 'floor', 'ratio', 'to reach', ''];
  const lines = rows.flatMap((row) => Object.keys(row.product).map((figure) => renderFigure(row, figure)));
  return rows.length === 0 ? '' : renderLines(head, lines);
};

/** A column for each name before a colon; the names behind it share the cell. */
const renderWide = (rows: readonly Row[]): string => {
  const columns = [...new Set(rows.flatMap(({ product }) => Object.keys(product).map(toColumn)))];
  const lines = rows.map(({ what, product }) => [
    what,
    ...columns.map((column) =>
      Object.entries(product)
        .filter(([figure]) => toColumn(figure) === column)
        .map(([, value]) => renderNumber(value))
        .join(' / '),
    ),
  ]);
  return rows.length === 0 ? '' : renderLines(['case', ...columns], lines);
};

const toColumn = (figure: string): string => figure.split(': ', 1)[0] ?? figure;

const renderLines = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const renderFigure = (row: Row, figure: string): string[] => {
  const target = row.targets.find((one) => one.figure === figure);
  const verdict = target ? (isMet(row, target) ? 'reached' : 'missed') : '';
  const cell = (figures: Figures | undefined) => (figures ? renderNumber(figures[figure]) : '');
  const wanted = target ? renderTarget(target) : '';
  return [row.scenario, row.what, figure, cell(row.product), cell(row.reference), cell(row.ratio), wanted, verdict];
};

const renderTarget = ({ of, atLeast, atMost }: Target): string => {
  const bound = atLeast === undefined ? `≤ ${renderNumber(atMost)}` : `≥ ${renderNumber(atLeast)}`;
  return of === 'ratio' ? `${bound} ×` : bound;
};

const renderNumber = (value: number | undefined): string => {
  if (value === undefined || Number.isNaN(value)) return '';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return value.toFixed(Math.abs(value) < 10 ? 2 : 1);
};
