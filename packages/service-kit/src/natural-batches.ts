import { createFairQueue } from './fair-queue.js';

/** Natural batches by turns, as of `createFairQueue`. */
export type BatchTurns<Item> = {
  /** Whose turn the item takes. */
  flowOf: (item: Item) => string;
  costOf: (item: Item) => number;
  /** See `FairQueueOptions`. */
  batchCostMax: number;
  turnCost: number;
};

/**
 * Natural batches: items that arrive while a batch is under way are the next one. A single item does not wait; a
 * thousand at once are a few batches, and never more than one at a time.
 * @param turns absent: first come, first served
 * @param run resolves with one result for each item, in their order; when it rejects, all items that wait by then
 * reject with the same error, as an outage for one batch is one for the next
 * @returns adds an item, and resolves with its result
 */
export const createNaturalBatches = <Item, Result>({
  batchMax,
  turns = { flowOf: () => '', costOf: () => 1, batchCostMax: batchMax, turnCost: 1 },
  run,
}: {
  batchMax: number;
  turns?: BatchTurns<Item>;
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
}): ((item: Item) => Promise<Result>) => {
  type Waiter = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const waiting = createFairQueue<Waiter, 'all'>({
    ...turns,
    flowOf: ({ item }) => ({ group: 'all', flow: turns.flowOf(item), cost: turns.costOf(item) }),
    groups: { all: { weight: 1, flowMax: batchMax } },
    batchMax,
    flowCostMax: turns.batchCostMax,
  });
  let isRunning = false;

  const runBatch = async (batch: readonly Waiter[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new RangeError(`${results.length} results for ${batch.length} items`);
      results.forEach((result, place) => batch[place]?.resolve(result));
    } catch (error) {
      for (const { reject } of [...batch, ...waiting.takeAll()]) reject(error);
    }
  };

  const runAll = async (): Promise<void> => {
    isRunning = true;
    // Items that arrive in the same turn join the batch.
    await Promise.resolve();
    while (waiting.size() > 0) await runBatch(waiting.takeBatch());
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.add({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
};
