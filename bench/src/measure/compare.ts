import { median } from './latencies.js';

/** Named figures of one run: rates per second, milliseconds, bytes. */
export type Figures = Readonly<Record<string, number>>;
export type Comparison = { product: Figures; reference: Figures; ratio: Figures };

/**
 * Runs both in turn (A B A B), so that what else the machine does meets both alike. Figures are medians; a ratio is the
 * median of the pairs' ratios. The first runs of each are the warm-up and count for nothing: V8 compiles what is hot
 * only after thousands of calls, and a service in production has them behind it.
 */
export const compare = async (options: {
  pairs: number;
  warmUpRuns: number;
  product: () => Promise<Figures>;
  reference: () => Promise<Figures>;
}): Promise<Comparison> => {
  for (let warmUp = 0; warmUp < options.warmUpRuns; warmUp += 1) {
    await options.product();
    await options.reference();
  }
  const runs: { product: Figures; reference: Figures }[] = [];
  for (let pair = 0; pair < options.pairs; pair += 1) {
    const product = await options.product();
    runs.push({ product, reference: await options.reference() });
  }
  return {
    product: medians(runs.map(({ product }) => product)),
    reference: medians(runs.map(({ reference }) => reference)),
    ratio: medians(runs.map(({ product, reference }) => ratioOf(product, reference))),
  };
};

const medians = (runs: readonly Figures[]): Figures =>
  Object.fromEntries(Object.keys(runs[0] ?? {}).map((name) => [name, median(runs.map((run) => run[name] ?? NaN))]));

export const ratioOf = (product: Figures, reference: Figures): Figures =>
  Object.fromEntries(Object.entries(product).map(([name, value]) => [name, value / (reference[name] ?? NaN)]));
