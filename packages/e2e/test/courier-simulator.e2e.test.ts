import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalOrder, type SandboxScenario, sandboxScenarioNames, type WebhookBody } from '@delivery/contracts';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { readWebhook } from '../src/verify-webhook.js';

const simulator = 'courier-simulator';

/** The webhooks of an order in each scenario, in this order; `url 1` and `url 2` are its tracking URLs. */
const toReady = ['ready', 'delivery_requested'];
const toPickup = [...toReady, 'on_route_to_pickup', 'url 1'];
const toDoor = ['at_pickup', 'on_route_to_delivery', 'at_delivery'];
const journeys: Record<SandboxScenario, readonly string[]> = {
  delivered: [...toPickup, ...toDoor, 'delivered'],
  late: [...toPickup, ...toDoor, 'delivered'],
  no_courier: [...toReady, 'canceled: no_courier'],
  courier_gave_up: [...toPickup, ...toReady, 'url 2', 'on_route_to_pickup', ...toDoor, 'delivered'],
  canceled_after_pickup: [...toPickup, 'at_pickup', 'canceled: customer_canceled'],
  delivery_failed_returned: [...toPickup, ...toDoor, 'delivery_failed: customer_absent', 'returned'],
  every_report: [...toPickup, ...toDoor, 'delivered'],
  tracking_only: [...toReady, 'url 1', 'url 2', 'on_route_to_pickup', 'on_route_to_delivery', 'delivered'],
  stuck: toPickup,
  no_simulation: toReady,
};

const tellOf = (body: WebhookBody): string => {
  if (body.event === 'delivery_requested') return body.event;
  if (body.event === 'tracking_url_added') return `url ${body.tracking_url.split('/').at(-1)}`;
  if (body.event !== 'status_changed') return body.event;
  return body.reason ? `${body.status}: ${body.reason.code}` : body.status;
};

let product: Product;
let endpoint: EndpointServer;
let merchant: Merchant;
beforeAll(async () => {
  product = await startProduct({ replicas: { [simulator]: 1 } });
});
afterAll(() => product.close());
beforeEach(async () => {
  endpoint = await startEndpointServer();
  merchant = await product.createMerchant({ mode: 'sandbox', webhookUrl: endpoint.url });
});
afterEach(() => endpoint.close());

const createReady = async (
  scenario: SandboxScenario,
  speed: number,
  of = merchant,
  option: Partial<ExternalOrder> = {},
): Promise<string> => {
  const headers = { 'sandbox-scenario': scenario, 'sandbox-speed': String(speed) };
  const id = String(expectSuccess(await of.create(buildOrder(option), { headers }))['id']);
  expectSuccess(await of.ready(id));
  return id;
};

/** First arrivals, by order. */
const toldByOrder = (): Map<string, string[]> => {
  const reported = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const { orderId, webhookId, body } of endpoint.requests.map(readWebhook)) {
    if (seen.has(webhookId)) continue;
    seen.add(webhookId);
    reported.set(orderId, [...(reported.get(orderId) ?? []), tellOf(body)]);
  }
  return reported;
};

type Orders = ReadonlyMap<string, SandboxScenario>;

/** Each once, however often it came. */
const waitForWebhooks = (count: number, timeoutMs?: number): Promise<true> => {
  const countArrived = () => new Set(endpoint.requests.map(({ headers }) => headers['webhook-id'])).size;
  return pollUntil(`${count} webhooks`, () => (countArrived() >= count ? true : undefined), timeoutMs);
};

/** Until every order's story has ended, and every webhook of it has arrived. */
const waitForEnds = async (orders: Orders, timeoutMs = 120_000): Promise<void> => {
  const eventCount = [...orders.values()].reduce((sum, scenario) => sum + journeys[scenario].length, 0);
  await waitForWebhooks(eventCount, timeoutMs);
  await product.waitForQuiet({ timeoutMs });
};

const expectJourneys = (orders: Orders): void => {
  const reported = toldByOrder();
  expect(reported.size).toBe(orders.size);
  for (const [id, scenario] of orders) {
    expect([scenario, ...(reported.get(id) ?? [])]).toEqual([scenario, ...journeys[scenario]]);
  }
};

/** Reports of one merchant are paced: many orders at once are of several. */
const createMerchants = (count: number): Promise<Merchant[]> =>
  Promise.all(
    Array.from({ length: count }, () => product.createMerchant({ mode: 'sandbox', webhookUrl: endpoint.url })),
  );

const createAll = async (
  count: number,
  speedOf: (index: number) => number,
  merchants: readonly Merchant[] = [merchant],
) => {
  const orders = new Map<string, SandboxScenario>();
  const waiting = Array.from({ length: count }, (_, index) => index);
  const work = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const scenario = sandboxScenarioNames[index % sandboxScenarioNames.length]!;
      const of = merchants[Math.floor(index / sandboxScenarioNames.length) % merchants.length];
      orders.set(await createReady(scenario, speedOf(index), of), scenario);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return orders;
};

const readMetric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${product.url(simulator)}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
};

describe('The courier simulator', () => {
  /** Options of an order in addition to its scenario. */
  const options: [name: string, option: Partial<ExternalOrder>][] = [
    ['nothing more', {}],
    ['a handover code of the merchant', { handover: { code: '0042' } }],
    ['a handover code that is made here', { handover: { code: 'generate' } }],
    ['a delivery time and a store', { delivery_time: new Date().toISOString(), store_ref: 'centro' }],
    ['cash', { payment: { prepaid: 0, pending: 500, methods: [{ value: 500, method: 'CASH', type: 'OFFLINE' }] } }],
  ];

  it.each(options)('[P26] brings an order of each scenario that asks for %s to its end', async (_name, option) => {
    const orders = new Map<string, SandboxScenario>();
    for (const scenario of sandboxScenarioNames)
      orders.set(await createReady(scenario, 3_600, merchant, option), scenario);
    await waitForEnds(orders);
    expectJourneys(orders);
    for (const [id, scenario] of orders) {
      const { data } = expectSuccess(await merchant.call(`/v1/external-orders/${id}/events`));
      const seen = new Set((data as { event: string }[]).map(({ event }) => event));
      const ofCourier = ['courier_assigned', 'eta_changed', 'delivery_problem', 'proof_added'];
      expect(ofCourier.filter((event) => seen.has(event))).toEqual(scenario === 'every_report' ? ofCourier : []);
    }
  });

  it('[P24] counts among the orders of sandbox merchants alone: in webhooks, audit and metrics', async () => {
    await waitForEnds(new Map([[await createReady('delivered', 3_600), 'delivered' as const]]));
    for (const { headers } of endpoint.requests) expect(headers['webhook-mode']).toBe('sandbox');
    expect(await product.operator.audit()).toMatchObject({ balanced: true, matched: 0, sandbox: { balanced: true } });
    const metrics = await (await fetch(`${product.url('webhook-dispatcher')}/metrics`)).text();
    expect(metrics).toMatch(/^webhook_dispatcher_attempts_total{outcome="delivered",error_code="none",mode="sandbox"/m);
    expect(metrics).not.toMatch(/mode="live"/);
  });

  it('[P26] does not touch a live order', async () => {
    const live = await product.createMerchant();
    const id = String(expectSuccess(await live.create(buildOrder()))['id']);
    expectSuccess(await live.ready(id));
    const orders = new Map([[await createReady('delivered', 3_600), 'delivered' as const]]);
    await waitForEnds(orders);
    // A read that a slow machine makes late is 503.
    const read = await pollUntil('the order', async () => {
      const answer = await live.get(id);
      return answer.status === 200 ? answer : undefined;
    });
    expect(read.body).toMatchObject({ status: 'ready', tracking_url: null });
  });

  it('leaves an order to the merchant who cancels it', async () => {
    const id = await createReady('stuck', 3_600);
    await endpoint.waitForRequest((request) => tellOf(readWebhook(request).body) === 'url 1');
    expectSuccess(await merchant.cancel(id));
    await waitForWebhooks(journeys.stuck.length + 1);
    await product.waitForQuiet();
    expect(toldByOrder().get(id)).toEqual([...journeys.stuck, 'canceled']);
  });
});

describe('Nothing is lost and nothing happens twice when', () => {
  /** A few seconds for a journey, so that a kill hits it in the middle. */
  const slowly = () => 1_000;

  /** Measures by webhooks, not by a clock: a third of the way each time. */
  const inTheMiddle = async (orders: number, disturb: () => Promise<void>): Promise<void> => {
    for (const share of [3, 5]) {
      await waitForWebhooks(share * orders);
      await disturb();
    }
  };

  const expectUndisturbed = async (orders: Orders): Promise<void> => {
    await waitForEnds(orders);
    expectJourneys(orders);
    for (const [id, scenario] of orders) {
      const webhooks = endpoint.requests.map(readWebhook).filter(({ orderId }) => orderId === id);
      const first = new Map(webhooks.map(({ webhookId, sequence }) => [webhookId, sequence]));
      // A courier who gives up leaves an event between, which is sent on request alone.
      expect([...first.values()]).toEqual([...first.values()].sort((one, other) => one - other));
      expect(new Set(first.values()).size).toBe(journeys[scenario].length);
    }
    expect(await product.operator.deadLetters()).toEqual([]);
  };

  const restartSimulator = async () => {
    await product.kill(simulator);
    await product.start(simulator);
  };

  it.each([
    ['the simulator is', restartSimulator],
    ['order-state is', () => product.restart('order-state', 0, 'SIGKILL')],
  ])('[P26] %s killed in the middle and started again', async (_what, kill) => {
    const orders = await createAll(20, slowly, await createMerchants(2));
    await inTheMiddle(orders.size, kill);
    await expectUndisturbed(orders);
  });

  it('[P26] two simulators drive the same orders', async () => {
    await product.start(simulator, 1);
    const orders = await createAll(20, slowly, await createMerchants(2));
    await expectUndisturbed(orders);
    await product.kill(simulator, 1, 'SIGTERM');
  });
});

describe('More orders at once than go in one page', () => {
  it('end each as it should, and nothing of them stays in hand', async () => {
    const merchants = await createMerchants(20);
    const orders = await createAll(200, (index) => (index % 2 === 0 ? 3_600 : 1_200), merchants);
    await waitForEnds(orders);
    expectJourneys(orders);
    await pollUntil('no order is in hand', async () =>
      (await readMetric('courier_simulator_orders')) === 0 ? true : undefined,
    );
  });
});
