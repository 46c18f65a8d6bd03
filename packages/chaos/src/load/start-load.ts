import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Product } from '@delivery/test-support';
import { createRandom } from '../random.js';
import type { RoundRecord } from '../record.js';
import type { Shop } from '../shops/shop.js';
import type { CourierSystems } from './courier-systems.js';
import { WrongAnswerError } from './insist.js';
import { runJourney } from './journeys.js';

export type Load = {
  /** Starts no more orders; resolves when those under way have ended, or their time is over. */
  finish: () => Promise<void>;
};

export type LoadOptions = {
  product: Product;
  courierSystems: CourierSystems;
  shops: readonly [Shop, ...Shop[]];
  record: RoundRecord;
  seeds: readonly number[];
  /** Orders per second. */
  rate: number;
  /** How long requests may go on after the load has ended. */
  patienceMs: number;
};

/** Orders at a steady rate, whether the system answers or not: a client does not wait for others' answers. */
export const startLoad = (options: LoadOptions): Load => {
  const { record } = options;
  const ended = new AbortController();
  const overdue = new AbortController();
  // Every step under way listens for it.
  setMaxListeners(0, ended.signal, overdue.signal);
  const underWay = new Set<Promise<void>>();
  const begin = (number: number): void => {
    const random = createRandom(...options.seeds, number);
    const shop = random.pick(options.shops);
    const journey = runJourney({ ...options, shop, random, signal: overdue.signal })
      .catch((error: unknown) => note(record, error))
      .finally(() => underWay.delete(journey));
    underWay.add(journey);
  };
  const pace = async (): Promise<void> => {
    for (let number = 0; !ended.signal.aborted; number += 1) {
      begin(number);
      await delay(1_000 / options.rate, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const paced = pace();
  return {
    finish: async () => {
      ended.abort();
      await paced;
      const timer = setTimeout(() => overdue.abort(), options.patienceMs);
      await Promise.all(underWay);
      clearTimeout(timer);
    },
  };
};

const note = (record: RoundRecord, error: unknown): void => {
  const text = error instanceof Error ? error.message : String(error);
  (error instanceof WrongAnswerError ? record.wrongAnswers : record.unfinished).push(text);
};
