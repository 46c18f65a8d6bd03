import type { Figures } from '../measure/compare.js';
import { isMet, type Row, type Target } from './row.js';

/** The report as a Markdown table, so that it can be pasted into the docs as it is. */
export const renderTable = (rows: readonly Row[]): string => {
  const head = ['scenario', 'case', 'figure', 'product', 'floor', 'ratio', 'to reach', ''];
  const lines = rows.flatMap((row) => Object.keys(row.product).map((figure) => renderFigure(row, figure)));
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

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
