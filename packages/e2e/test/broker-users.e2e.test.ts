import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { courierPermissions, exchanges, type OrderStatus, queues, schemaVersion } from '@delivery/contracts';
import { withRabbitmqConnection } from '@delivery/local-stack';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  pollUntil,
  type Product,
  publishMessages,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';

let product: Product;
let endpoint: EndpointServer;

beforeAll(async () => {
  [product, endpoint] = await Promise.all([startProduct(), startEndpointServer()]);
});
afterAll(() => product.close());
afterAll(() => endpoint.close());

type User = keyof Product['brokerUrls'];

type Channel = Awaited<ReturnType<Parameters<Parameters<typeof withRabbitmqConnection>[2]>[0]['createChannel']>>;
const limitMs = 30_000;

/** The broker's answer to one operation of a user: `done`, or its refusal. */
const attempt = (user: User, act: (channel: Channel) => Promise<unknown>): Promise<string> =>
  attemptAt(product.brokerUrls[user], act);

const attemptAt = (url: string, act: (channel: Channel) => Promise<unknown>): Promise<string> =>
  withRabbitmqConnection(url, limitMs, async (connection) => {
    const channel = await connection.createChannel();
    const refused = new Promise<string>((resolve) => channel.once('error', (error: Error) => resolve(error.message)));
    const done = act(channel).then(
      () => 'done',
      () => refused,
    );
    return Promise.race([refused, done]);
  });

/** RabbitMQ does not answer a refused publish: it closes the channel, so the next call on it fails. */
const publishTo = (exchange: string, routingKey: string, userId?: string) => async (channel: Channel) => {
  channel.publish(exchange, routingKey, Buffer.from('{}'), userId === undefined ? {} : { userId });
  await channel.checkExchange('amq.direct');
};

describe('The users of the services at the broker', () => {
  it('bring an order from its creation to its webhook, and RabbitMQ knows each service by its own', async () => {
    const merchant = await product.createMerchant({ webhookUrl: endpoint.url });
    const created = await merchant.create(buildOrder());
    expect(created.status).toBe(201);
    expect((await merchant.ready(String(created.body['id']))).status).toBe(200);
    await product.waitForQuiet();

    expect(endpoint.requests.length).toBeGreaterThan(0);
    const users = Object.values(product.brokerUrls).map((url) => new URL(url).username);
    expect(new Set(users).size).toBe(4);
  });

  it.each<[User, string, string]>([
    ['webhook-dispatcher', exchanges.orders, 'order.submitted'],
    ['webhook-dispatcher', exchanges.fulfilment, 'status.reported'],
    ['webhook-dispatcher', '', queues.orders],
    ['intake-api', exchanges.fulfilment, 'status.reported'],
    ['intake-api', exchanges.deliveries, 'attempts.reported'],
    ['intake-api', '', queues.attempts],
    ['keda', exchanges.orders, 'order.submitted'],
  ])('keep %s from publishing to exchange "%s" as %s', async (user, exchange, routingKey) => {
    expect(await attempt(user, publishTo(exchange, routingKey))).toMatch(/ACCESS_REFUSED/);
  });

  it.each<[User, string]>([
    ['intake-api', queues.orders],
    ['intake-api', queues.deliveries],
    ['webhook-dispatcher', queues.orders],
    ['webhook-dispatcher', queues.attempts],
    ['keda', queues.orders],
  ])('keep %s from reading and from deleting %s', async (user, queue) => {
    expect(await attempt(user, (channel) => channel.get(queue))).toMatch(/ACCESS_REFUSED/);
    expect(await attempt(user, (channel) => channel.deleteQueue(queue))).toMatch(/ACCESS_REFUSED/);
  });

  it('let the autoscaler ask for the length of a queue', async () => {
    expect(await attempt('keda', (channel) => channel.checkQueue(queues.orders))).toBe('done');
  });
});

describe('The user of a courier’s system', () => {
  const made: string[] = [];
  const manage = (method: 'PUT' | 'DELETE', path: string, body: object = {}) => {
    if (!product.vhost) throw new Error('the product has no vhost of its own');
    return product.vhost.management(path, { method, body: JSON.stringify(body) });
  };
  afterAll(() => Promise.all(made.map((name) => manage('DELETE', `/api/users/${name}`))));

  /** A user called as the system. @returns its URL */
  const provideUser = async (systemId: string): Promise<string> => {
    const password = randomBytes(16).toString('hex');
    await manage('PUT', `/api/users/${systemId}`, { password, tags: '' });
    made.push(systemId);
    await manage('PUT', `/api/permissions/${product.vhost?.vhost}/${systemId}`, courierPermissions);
    const url = new URL(product.rabbitmqUrl);
    url.username = systemId;
    url.password = password;
    return url.href;
  };
  const report = (orderId: string, status: OrderStatus) => {
    const [id, type] = [randomUUID(), 'status.reported'];
    const message = { id, type, schema_version: schemaVersion, order_id: orderId, payload: { status } };
    return { exchange: exchanges.fulfilment, routingKey: type, type, messageId: id, body: JSON.stringify(message) };
  };
  const outcomeOf = (orderId: string, messageId: string) =>
    pollUntil('the outcome', async () => {
      const { data } = await product.operator.timeline(orderId);
      const command = data.find((entry) => entry.kind === 'command' && entry.id === messageId);
      return command?.kind === 'command' ? (command.code ?? command.outcome) : undefined;
    });

  it('reports on what its system has accepted, and on nothing else; what it says of others is refused on record', async () => {
    const merchant = await product.createMerchant();
    const [holder, other] = [await product.createCourierSystem(), await product.createCourierSystem()];
    const [url, otherUrl] = [await provideUser(holder.id), await provideUser(other.id)];
    const id = String((await merchant.create(buildOrder())).body['id']);
    expectSuccess(await merchant.ready(id));
    expectSuccess(await holder.call(`/courier/v1/deliveries/${id}/accept`, { method: 'POST' }));
    const [foreign, own] = [report(id, 'at_pickup'), report(id, 'on_route_to_pickup')];
    await publishMessages(otherUrl, [foreign]);
    expect(await outcomeOf(id, foreign.messageId)).toBe('delivery_not_accepted');
    await publishMessages(url, [own]);
    expect(await outcomeOf(id, own.messageId)).toBe('applied');

    const path = `/operator/v1/courier-systems/${holder.id}`;
    expectSuccess(await product.operator.call(path, { method: 'PATCH', body: { status: 'disabled' } }));
    const late = report(id, 'at_pickup');
    await publishMessages(url, [late]);
    expect(await outcomeOf(id, late.messageId)).toBe('delivery_not_accepted');

    const { fulfilment } = exchanges;
    expect(await attemptAt(otherUrl, publishTo(fulfilment, 'status.reported', holder.id))).toMatch(/user_id property/);
    expect(await attemptAt(url, publishTo(exchanges.orders, 'courier.status_reported'))).toMatch(/ACCESS_REFUSED/);
    expect(await attemptAt(url, (channel) => channel.get(queues.orders))).toMatch(/ACCESS_REFUSED/);
  });
});
