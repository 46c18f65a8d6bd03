import { z } from 'zod';
import type { CallLoad } from './call-load.js';
import { type Child, startChild } from './child.js';
import type { HttpLoad } from './http-load.js';
import type { PublishLoad } from './publish-load.js';
import type { ReadLoad } from './read-load.js';

const httpResultSchema = z.object({
  count: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  perSecond: z.number(),
  unexpected: z.number(),
  lastUnexpected: z.number(),
});
const readResultSchema = z.object({
  p50Ms: z.number(),
  p99Ms: z.number(),
  unexpected: z.number(),
  lastUnexpected: z.number(),
});
const callResultSchema = z.object({
  sentMs: z.array(z.number()),
  unexpected: z.number(),
  lastUnexpected: z.number(),
});
const arrivedSchema = z.object({ received: z.number(), lastMs: z.number(), outOfOrder: z.number() });
const arrivalsSchema = z.array(z.tuple([z.string(), z.number()]));

export type OutsideWorld = Awaited<ReturnType<typeof startOutsideWorld>>;

/** Merchants, couriers and the merchants' server: one process that sends and one that receives. */
export const startOutsideWorld = async () => {
  const generator = await startChild('src/load/generator');
  const receiver = await startChild('src/load/receiver');
  return {
    webhookUrl: `http://127.0.0.1:${receiver.port}/hooks`,
    hangingUrl: `http://127.0.0.1:${receiver.port}/hang`,
    slowUrl: `http://127.0.0.1:${receiver.port}/slow`,
    postOrders: async (load: HttpLoad) =>
      requireExpected(httpResultSchema.parse(await generator.call('postOrders', load))),
    sendCalls: async (load: CallLoad) =>
      requireExpected(callResultSchema.parse(await generator.call('sendCalls', load))),
    readEach: async (load: ReadLoad) => requireExpected(readResultSchema.parse(await generator.call('readEach', load))),
    /** Like `readEach`, but a refusal is a result, not an error. */
    tryEach: async (load: ReadLoad) => readResultSchema.parse(await generator.call('readEach', load)),
    publishAll: async (load: PublishLoad) => z.array(z.number()).parse(await generator.call('publishAll', load)),
    ...receiverCalls(receiver),
    stop: async () => {
      await Promise.all([generator.stop(), receiver.stop()]);
    },
  };
};

const receiverCalls = (receiver: Child) => ({
  resetReceiver: async (): Promise<void> => {
    await receiver.call('reset', null);
  },
  /** How late requests to `slowUrl` are answered that come from now on. */
  answerSlowlyAfter: async (ms: number): Promise<void> => {
    await receiver.call('answerSlowlyAfter', ms);
  },
  /** Until so many more requests have come to `slowUrl`. */
  waitForSlow: async (more: number): Promise<void> => {
    await receiver.call('waitForSlow', more);
  },
  waitForWebhooks: async (count: number, timeoutMs = 120_000) =>
    arrivedSchema.parse(await receiver.call('waitFor', { count, timeoutMs })),
  firstArrivals: async () => new Map(arrivalsSchema.parse(await receiver.call('firstArrivals', null))),
  lastArrivals: async () => new Map(arrivalsSchema.parse(await receiver.call('lastArrivals', null))),
});

/** Figures of a run with failures would compare different work. */
const requireExpected = <T extends { unexpected: number; lastUnexpected: number }>(result: T): T => {
  const { unexpected, lastUnexpected } = result;
  if (unexpected > 0)
    throw new Error(`${unexpected} answers were not what was expected, the last one ${lastUnexpected}`);
  return result;
};
