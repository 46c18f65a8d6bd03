import type { OutsideWorld } from '../load/outside-world.js';
import { startSubjectProduct } from './start-subject-product.js';

/** A product to fill, and an empty one to compare it with. Quick: one in both places, as its figures say nothing about speed. */
export const startPair = async (
  { world, quick }: { world: OutsideWorld; quick: boolean },
  options: Parameters<typeof startSubjectProduct>[1],
) => {
  const grown = await startSubjectProduct(world, options);
  const empty = quick ? grown : await startSubjectProduct(world, options);
  return {
    grown,
    empty,
    stop: async () => {
      await Promise.all([...new Set([grown, empty])].map((subject) => subject.stop()));
    },
  };
};
