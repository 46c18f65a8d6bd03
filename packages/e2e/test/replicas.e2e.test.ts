import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OperatorStatus, operatorStatusSchema } from '@delivery/contracts';
import {
  buildOrder,
  type EndpointServer,
  pollUntil,
  type Product,
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
});
