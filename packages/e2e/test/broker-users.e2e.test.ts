import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exchanges, queues } from '@delivery/contracts';
import { withRabbitmqConnection } from '@delivery/local-stack';
import { type Product, startProduct } from '@delivery/test-support';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

type User = keyof Product['brokerUrls'];

type Channel = Awaited<ReturnType<Parameters<Parameters<typeof withRabbitmqConnection>[2]>[0]['createChannel']>>;
const limitMs = 30_000;

/** The broker's answer to one operation of a user: `done`, or its refusal. */
const attempt = (user: User, act: (channel: Channel) => Promise<unknown>): Promise<string> =>
  withRabbitmqConnection(product.brokerUrls[user], limitMs, async (connection) => {
    const channel = await connection.createChannel();
    const refused = new Promise<string>((resolve) => channel.once('error', (error: Error) => resolve(error.message)));
    const done = act(channel).then(
      () => 'done',
      () => refused,
    );
    return Promise.race([refused, done]);
  });

/** RabbitMQ does not answer a refused publish: it closes the channel, so the next call on it fails. */
const publishTo = (exchange: string, routingKey: string) => async (channel: Channel) => {
  channel.publish(exchange, routingKey, Buffer.from('{}'));
  await channel.checkExchange('amq.direct');
};

describe('The users of the services at the broker', () => {
  it.each<[User, string, string]>([
    ['webhook-dispatcher', exchanges.orders, 'order.submitted'],
    ['webhook-dispatcher', exchanges.orders, 'courier.status_reported'],
    ['webhook-dispatcher', '', queues.orders],
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
