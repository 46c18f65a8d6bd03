import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DeliveryReleased, deriveOrderId, queues } from '@delivery/contracts';
import { ack, createMessageConsumer, createPublisher } from '@delivery/messaging';
import { createVhost, pollUntil, type RabbitVhost } from '@delivery/test-support';
import { createDatabaseClock } from '../src/database-clock.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  failedFor,
  type LedgerWorld,
  reportStatus,
  submit,
} from './support/ledger-world.js';
import { logger, type RunningEngine, startEngine } from './support/start-engine.js';

const retryAfterMs = 600_000;

let world: LedgerWorld;
let vhost: RabbitVhost;
let replicas: RunningEngine[];

/** One order-state on a machine whose clock is `aheadMs` ahead. */
const startReplica = async (aheadMs: number): Promise<RunningEngine> => {
  const own = () => Date.now() + aheadMs;
  const clock = createDatabaseClock(world.pool, { own, monotonicMs: () => performance.now() });
  await clock.measure();
  const replica = await startEngine(world.pool, vhost.url, { clock });
  replicas.push(replica);
  return replica;
};

beforeEach(async () => {
  world = await createLedgerWorld();
  vhost = await createVhost();
  replicas = [];
});
afterEach(async () => {
  await Promise.all(replicas.map(({ close }) => close()));
  await vhost.delete();
  await world.close();
});

describe('two order-states whose clocks differ by hours', () => {
  it('[P5] agree on when a webhook is due: none sends it before the time that the receiver asked for', async () => {
    const arrived: DeliveryReleased[] = [];
    const both = await Promise.all([3 * 3_600_000, -3 * 3_600_000].map(startReplica));
    createMessageConsumer({
      connection: both[0]!.consuming,
      publisher: createPublisher(both[0]!.publishing),
      queue: queues.deliveries,
      prefetch: 10,
      logger,
      handle: (message) => {
        arrived.push(JSON.parse(message.body.toString()) as DeliveryReleased);
        return Promise.resolve(ack);
      },
    });
    for (const { engine } of both) {
      const { merchantId } = await createMerchant(world, [null]);
      const before = arrived.length;
      const orderId = deriveOrderId(merchantId, randomUUID());
      await engine.apply([submit(world, merchantId, orderId)]);
      await engine.apply([reportStatus(world, orderId, 'ready')]);
      const [release] = await pollUntil('a webhook', () =>
        arrived.length > before ? arrived.slice(before) : undefined,
      );
      await engine.settleReported([attemptOf(world, release!, failedFor(retryAfterMs))]);
    }
    const { rows } = await world.pool.query<{ in_time: boolean; state: string }>(
      `select state, not_before between now() + $1 * interval '1 ms' and now() + $2 * interval '1 ms' as in_time
       from webhook_deliveries where attempt_count = 1`,
      [retryAfterMs - 60_000, retryAfterMs + 60_000],
    );
    expect(rows).toEqual(Array(2).fill({ state: 'waiting', in_time: true }));
    for (const { engine } of both) engine.relay.wake();
    await Promise.all(both.map(({ engine }) => engine.relay.close()));
    expect(arrived).toHaveLength(2);
  });
});
