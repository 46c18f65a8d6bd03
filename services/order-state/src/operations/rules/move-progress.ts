/** How much of the time between `from` and `until` is done, from 0 to 1. An order of a day may have been created later. */
export const progressOf = ({ from, until, movedTo }: Readonly<Record<'from' | 'until' | 'movedTo', Date>>): number => {
  const wholeMs = until.getTime() - from.getTime();
  if (wholeMs <= 0) return 0;
  return Math.min(1, Math.max(0, (movedTo.getTime() - from.getTime()) / wholeMs));
};
