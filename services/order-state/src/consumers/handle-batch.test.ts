import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ack, type ReceivedMessage } from '@delivery/messaging';
import { createBatchHandler } from './handle-batch.js';

const messageOf = (text: string): ReceivedMessage => ({
  body: Buffer.from(JSON.stringify(text)),
  properties: {} as ReceivedMessage['properties'],
  routingKey: '',
  exchange: '',
  redelivered: false,
  deliveryCount: 0,
});

/** The outcome of each message, and which were applied together, by the size of their bodies. */
const applyAll = async (texts: readonly string[]) => {
  const applied: number[][] = [];
  const handle = createBatchHandler<string>({
    schema: z.string(),
    itemsOf: (text) => [text],
    apply: (entries) => {
      applied.push(entries.map(({ item }) => item.length));
      return Promise.resolve();
    },
    findHeld: () => Promise.resolve(new Set()),
    park: () => Promise.resolve(),
    laneOf: ({ item }) => item,
    setSlowAside: () => undefined,
    waitUntilHealthy: () => Promise.resolve(),
  });
  return { outcome: await handle(texts.map(messageOf)), applied };
};
const textsOf = (sizes: readonly number[]) => sizes.map((size) => 'x'.repeat(size));

describe('A batch', () => {
  const large = 250_000;

  it('with ordinary messages is applied at once', async () => {
    const sizes = Array.from({ length: 500 }, () => 2_000);
    const { applied } = await applyAll(textsOf(sizes));
    expect(applied).toEqual([sizes]);
  });

  it('with large ones is read and applied a few megabytes at a time, in their order, and each is acked', async () => {
    const sizes = Array.from({ length: 40 }, (_, n) => large + n);
    const { applied, outcome } = await applyAll(textsOf(sizes));
    expect(outcome).toEqual(sizes.map(() => ack));
    expect(applied.flat()).toEqual(sizes);
    expect(Math.max(...applied.map((part) => part.length * large))).toBeLessThan(4 * 1024 * 1024);
  });

  it('with one message that is larger than that is applied too', async () => {
    const [small, huge] = [10, 5 * 1024 * 1024];
    const { applied } = await applyAll(textsOf([small, huge, small]));
    expect(applied).toEqual([[small], [huge], [small]]);
  });
});
