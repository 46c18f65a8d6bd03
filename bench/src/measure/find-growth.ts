import type { Figures } from './compare.js';

/**
 * How much a count may exceed its kept value. Pages split now and then. On a busy machine more reads and writes are
 * partial, and V8's threads wake the main thread by system calls.
 */
const allowanceOf = (figure: string, kept: number): number => {
  if (figure.startsWith('system calls')) return 1 + kept / 2;
  return figure === 'WAL bytes' || figure === 'index entries' ? kept / 20 : 0;
};

/** A line for each count that has grown, or is not kept yet. */
export const findGrowth = (
  kept: Readonly<Record<string, Figures>>,
  measured: Readonly<Record<string, Figures>>,
): string[] =>
  Object.entries(measured).flatMap(([name, figures]) =>
    Object.entries(figures).flatMap(([figure, value]) => {
      const before = kept[name]?.[figure];
      if (before !== undefined && value <= before + allowanceOf(figure, before)) return [];
      return [`${name}, ${figure}: ${value}, kept ${before ?? 'nothing'}`];
    }),
  );
