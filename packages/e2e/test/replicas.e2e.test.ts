import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deriveOrderId, exchanges, type OperatorStatus, operatorStatusSchema } from '@delivery/contracts';
import {
  buildOrder,
  type EndpointServer,
  pollUntil,
  type Product,
  publishMessages,
  type ServiceName,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findDisorder } from '../src/find-disorder.js';
import { readWebhook } from '../src/verify-webhook.js';

let product: Product;
let endpoint: EndpointServer;

beforeAll(async () => {
  product = await startProduct({
    replicas: { 'intake-api': 2, 'order-state': 2, 'webhook-dispatcher': 2 },
    env: { 'webhook-dispatcher': { LOG_LEVEL: 'debug' } },
  });
  endpoint = await startEndpointServer();
});

afterAll(() => product.close());
afterAll(() => endpoint.close());

const serviceNames: readonly ServiceName[] = ['intake-api', 'order-state', 'webhook-dispatcher'];

const webhooksAt = (path: string) => endpoint.requests.filter((request) => request.path === path).map(readWebhook);

describe('two replicas of each service', () => {
  it('[P10] can be restarted one after the other without a failed request or a repeated webhook', async () => {
    const merchant = await product.createMerchant({ webhookUrl: `${endpoint.origin}/rolling` });
    const orderIds: string[] = [];
    const refused: string[] = [];
    const rolling = new AbortController();
    // No step is sent again here: each call counts.
    const work = async (): Promise<void> => {
      while (!rolling.signal.aborted) {
        const created = await merchant.create(buildOrder());
        const id = String(created.body['id']);
        const readied = await merchant.ready(id);
        orderIds.push(id);
        for (const { status, text } of [created, readied]) if (status > 299) refused.push(`${status} ${text}`);
      }
    };
    const load = Promise.all([work(), work()]);
    for (const name of serviceNames) {
      for (const replica of [0, 1]) {
        const exit = await product.kill(name, replica, 'SIGTERM');
        expect({ name, replica, ...exit }).toEqual({ name, replica, code: 0, signal: null });
        await product.start(name, replica);
        await product.waitForReady();
      }
    }
    rolling.abort();
    await load;
    expect(refused).toEqual([]);
    await product.waitForQuiet();
    const webhooks = webhooksAt('/rolling');
    expect(findDisorder(webhooks, { orderIds, eventsEach: 2 })).toEqual([]);
    expect(webhooks).toHaveLength(orderIds.length * 2);
  });
});

type Seen = OperatorStatus['replicas'][number];

describe('the replicas', () => {
  /** Reads the status from the order-state that is never frozen. */
  const read = async () => {
    const url = new URL('/operator/v1/status', product.url('order-state', 0));
    const response = await fetch(url, { headers: { authorization: `Bearer ${product.operator.token}` } });
    return operatorStatusSchema.parse(await response.json());
  };
  /** The second replica of a service. */
  const find = ({ replicas }: OperatorStatus, name: ServiceName) => {
    const { port } = new URL(product.url(name, 1));
    return replicas.find((one) => one.service === name && one.name.endsWith(`:${port}`));
  };
  /** Resolves when the status shows it as it is expected. */
  const until = (what: string, name: ServiceName, isSo: (seen: Seen | undefined) => boolean) =>
    pollUntil(`${name} is ${what}`, async () => {
      const status = await read();
      return isSo(find(status, name)) ? status : undefined;
    });

  it('[P17] show by heartbeats that they live, and a frozen one counts as silent until it goes on', async () => {
    const { replicas } = await pollUntil('all are heard of', async () => {
      const status = await read();
      return status.replicas.filter(({ state }) => state === 'running').length === 6 ? status : undefined;
    });
    expect(replicas.map(({ service }) => service)).toEqual(serviceNames.flatMap((name) => [name, name]));
    expect(replicas.every(({ version }) => /^\d+\.\d+\.\d+$/.test(version))).toBe(true);
    for (const name of serviceNames) await product.kill(name, 1, 'SIGSTOP');
    for (const name of serviceNames) {
      const { concerns } = await until('silent', name, (seen) => seen?.state === 'silent');
      const silent = { kind: 'replicas_silent', service: name, count: 1, replicas: 2 };
      expect(concerns).toContainEqual(expect.objectContaining(silent));
    }
    for (const name of serviceNames) await product.kill(name, 1, 'SIGCONT');
    for (const name of serviceNames) await until('heard of again', name, (seen) => seen?.state === 'running');
  });

  it('[P17] keep their place when they are killed and started, and leave it when they are stopped', async () => {
    const before = await read();
    const ofAll = (act: (name: ServiceName) => Promise<unknown>) => Promise.all(serviceNames.map(act));
    const start = async () => {
      await ofAll((name) => product.start(name, 1));
      await product.waitForReady();
    };
    await ofAll((name) => product.kill(name, 1));
    await start();
    await ofAll((name) => {
      const { started_at: startedAt = '' } = find(before, name) ?? {};
      return until('started anew', name, (seen) => seen !== undefined && seen.started_at > startedAt);
    });
    await ofAll((name) => product.kill(name, 1, 'SIGTERM'));
    await ofAll((name) => until('gone', name, (seen) => seen === undefined));
    await start();
  });
});

const requestNames = ['submitted', 'ready_requested', 'cancel_requested'] as const;
type Sent = { order: number; what: (typeof requestNames)[number]; repeat: number };

/** The three messages of some orders, repeated at will, all shuffled into one stream. */
const stream = fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)), { minLength: 4, maxLength: 8 }).chain((orders) => {
  const all = orders.flatMap((repeats, order) =>
    requestNames.flatMap((what, index) =>
      Array.from({ length: 1 + repeats[index]! }, (_, repeat): Sent => ({ order, what, repeat })),
    ),
  );
  return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
});

/** Repeats 0 and 2 are the very same message; repeat 1 is the same request made once more. */
const toMessage = (merchantId: string, externalId: string, { what, repeat }: Sent) => {
  const orderId = deriveOrderId(merchantId, externalId);
  const type = `order.${what}`;
  const id = `${orderId}-${what}-${repeat % 2}`;
  const payload = what === 'submitted' ? { order: buildOrder({ external_id: externalId }), external_data: '{}' } : {};
  const head = { id, schema_version: 1, occurred_at: new Date().toISOString(), order_id: orderId, type };
  const body = JSON.stringify({ ...head, merchant_id: merchantId, payload });
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
    const merchant = await product.createMerchant({ webhookUrl: `${endpoint.origin}/permuted` });
    await fc.assert(
      fc.asyncProperty(stream, async (sent) => {
        const externalIds = Array.from({ length: 8 }, () => randomUUID());
        const messages = sent.map((one) => toMessage(merchant.id, externalIds[one.order]!, one));
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
    for (const { orderId, sequence } of webhooksAt('/permuted')) {
      arrived.set(orderId, [...(arrived.get(orderId) ?? []), sequence]);
    }
    for (const sequences of arrived.values()) expect(sequences).toEqual(sequences.map((_, place) => place + 1));
  });
});
