import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deriveOrderId, exchanges } from '@delivery/contracts';
import {
  buildOrder,
  type EndpointServer,
  type Merchant,
  pollUntil,
  type Product,
  publishMessages,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { readWebhook } from '../src/verify-webhook.js';

let product: Product;
let endpoint: EndpointServer;
let merchant: Merchant;

beforeAll(async () => {
  product = await startProduct({ replicas: { 'order-state': 2 } });
  endpoint = await startEndpointServer();
  merchant = await product.createMerchant({ webhookUrl: endpoint.url });
});
afterAll(() => product.close());
afterAll(() => endpoint.close());

const requests = ['submitted', 'ready_requested', 'cancel_requested'] as const;
type Sent = { order: number; what: (typeof requests)[number]; repeat: number };

/** The three messages of some orders, repeated at will, all shuffled into one stream. */
const stream = fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)), { minLength: 4, maxLength: 8 }).chain((orders) => {
  const all = orders.flatMap((repeats, order) =>
    requests.flatMap((what, index) =>
      Array.from({ length: 1 + repeats[index]! }, (_, repeat): Sent => ({ order, what, repeat })),
    ),
  );
  return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
});

/** Repeats 0 and 2 are the very same message; repeat 1 is the same request made once more. */
const toMessage = (externalId: string, { what, repeat }: Sent) => {
  const orderId = deriveOrderId(merchant.id, externalId);
  const type = `order.${what}`;
  const id = `${orderId}-${what}-${repeat % 2}`;
  const payload = what === 'submitted' ? { order: buildOrder({ external_id: externalId }), external_data: '{}' } : {};
  const head = { id, schema_version: 1, occurred_at: new Date().toISOString(), order_id: orderId, type };
  const body = JSON.stringify({ ...head, merchant_id: merchant.id, payload });
  return { exchange: exchanges.orders, routingKey: type, type, messageId: id, body };
};

const waitUntilDecided = (orderId: string, commandIds: ReadonlySet<string>) =>
  pollUntil(`all commands of ${orderId} to be decided`, async () => {
    const { order, data } = await product.operator.timeline(orderId);
    const decided = data.filter((entry) => entry.kind === 'command' && entry.outcome !== 'parked');
    return decided.length === commandIds.size ? { order, data } : undefined;
  });

describe('create, ready and cancel of one order', () => {
  it('[P11] repeated, late or overtaking, over two consumers, end in the same state and apply once', async () => {
    await fc.assert(
      fc.asyncProperty(stream, async (sent) => {
        const externalIds = Array.from({ length: 8 }, () => randomUUID());
        const messages = sent.map((one) => toMessage(externalIds[one.order]!, one));
        await publishMessages(product.rabbitmqUrl, messages);
        for (const index of new Set(sent.map(({ order }) => order))) {
          const orderId = deriveOrderId(merchant.id, externalIds[index]!);
          const ids = new Set(messages.map(({ messageId }) => messageId).filter((id) => id.startsWith(orderId)));
          const { order, data } = await waitUntilDecided(orderId, ids);
          expect(order.status).toBe('canceled');
          const sequences = data.flatMap((entry) => (entry.kind === 'event' ? [entry.sequence] : []));
          expect(sequences.sort()).toEqual(sequences.map((_, place) => place + 1));
          // Canceled at once, or ready before: never anything twice.
          expect([1, 3]).toContain(sequences.length);
        }
      }),
      { numRuns: 15 },
    );
    await product.waitForQuiet();
    expect(await product.operator.deadLetters()).toEqual([]);
    const arrived = new Map<string, number[]>();
    for (const { orderId, sequence } of endpoint.requests.map(readWebhook)) {
      arrived.set(orderId, [...(arrived.get(orderId) ?? []), sequence]);
    }
    for (const sequences of arrived.values()) expect(sequences).toEqual(sequences.map((_, place) => place + 1));
  });

  it('[P3] with other content 20 times at once is one order and nineteen conflicts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        merchant.create(buildOrder({ external_id: 'contested', display_id: String(index) })),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });
});
