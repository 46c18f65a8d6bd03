import type { Comparison, Figures } from '../measure/compare.js';

/** The bound for a figure, or for its ratio to the floor. */
export type Target = { figure: string; of: 'ratio' | 'product'; atLeast?: number; atMost?: number };

/** One line of the report. Without a reference only the product's own figures count. */
export type Row = {
  scenario: string;
  what: string;
  product: Figures;
  reference: Figures | undefined;
  ratio: Figures | undefined;
  targets: readonly Target[];
  /** Laid out with one line for each case instead of one for each figure; names are `column` or `column: part of its cell`. */
  isWide?: true;
};

export const comparisonRow = (scenario: string, what: string, compared: Comparison, targets: Target[]): Row => ({
  scenario,
  what,
  ...compared,
  targets,
});

export const figuresRow = (scenario: string, what: string, product: Figures, targets: Target[] = []): Row => ({
  scenario,
  what,
  product,
  reference: undefined,
  ratio: undefined,
  targets,
});

export const wideRow = (scenario: string, what: string, product: Figures): Row => ({
  ...figuresRow(scenario, what, product),
  isWide: true,
});

export const isMet = (row: Row, { figure, of, atLeast, atMost }: Target): boolean => {
  const value = (of === 'ratio' ? row.ratio : row.product)?.[figure] ?? Number.NaN;
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
};
