import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { theSystem } from '../../src/activity/queries.js';
import { commandKeyOf, commandMax } from '../../src/orders/rules/decide-batch.js';
import { replaysMax } from '../../src/replays/queries/replays.js';
import { previewRange, replayRange } from '../../src/replays/run-replays.js';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  deliverAll,
  failed,
  type LedgerWorld,
  replayDelivery,
  reportStatus,
  reportTrackingUrl,
  submit,
  wholeRange,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

let world: LedgerWorld;
let merchantId: string;
let orderId: string;
beforeEach(async () => {
  world = await createLedgerWorld();
  ({ merchantId } = await createMerchant(world, [null]));
  orderId = newOrderId();
  await world.apply([submit(world, merchantId, orderId)]);
  await world.apply([reportStatus(world, orderId, 'ready')]);
});
afterEach(() => world.close());

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await world.pool.query<Row>(text, values)).rows;

it('An order keeps 2,000 commands: a further one is answered, and recorded where it causes an event', async () => {
  await query(
    `insert into all_commands (id, order_id, type, outcome, after_sequence, occurred_at, decided_at, partition_day)
     select n::text, id, 'status.reported', 'unchanged', 2, created_at, created_at, partition_day
     from orders, generate_series(1, $2::int) n where id = $1`,
    [orderId, commandMax - 3],
  );
  const same = [1, 2].map(() => reportStatus(world, orderId, 'ready'));
  const refused = reportStatus(world, orderId, 'returned');
  const moved = reportTrackingUrl(world, orderId, 'a');
  const { verdicts } = await world.apply([...same, refused, moved]);
  expect([...same, refused, moved].map((message) => verdicts.get(commandKeyOf(message))?.outcome)).toEqual([
    'unchanged',
    'unchanged',
    'refused',
    'applied',
  ]);
  const kept = await query<{ n: number; moved: number }>(
    'select count(*) as n, count(*) filter (where id = $2) as moved from all_commands where order_id = $1',
    [orderId, moved.id],
  );
  expect(kept).toEqual([{ n: commandMax, moved: 1 }]);
  // One beyond the maximum is decided anew when it comes again.
  expect((await world.apply([...same])).verdicts.get(commandKeyOf(same[1]!))?.outcome).toBe('unchanged');
});

describe('A delivery', () => {
  it('is exhausted after 100 attempts, of which a replay has its own', async () => {
    const settleWith = async (attempts: number, before: number) => {
      const [message] = world.queue.splice(0, 1);
      await query(
        'update webhook_deliveries set attempt_count = $2, schedule_base = $2, attempts_before = $3 where id = $1',
        [message!.delivery_id, attempts, before],
      );
      await world.settle([attemptOf(world, { ...message!, attempt: attempts + 1 }, failed)]);
      const [row] = await query<{ state: string }>('select state from all_webhook_deliveries where id = $1', [
        message!.delivery_id,
      ]);
      return row?.state;
    };
    expect(await settleWith(99, 0)).toBe('exhausted');
    expect(await settleWith(149, 60)).toBe('waiting');
  });

  it('is replayed 50 times: then it is refused, and a range leaves it out', async () => {
    await deliverAll(world);
    const [first, second] = await query<{ id: string }>('select id from all_webhook_deliveries order by sequence');
    await query(
      `insert into all_webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state, gate_open,
                                   not_before, created_at, settled_at, replay_id, origin_id, partition_day)
       select gen_random_uuid(), order_id, endpoint_id, owner_id, sequence, 0, event, webhook_id, 'delivered', true,
              created_at, created_at, created_at, gen_random_uuid(), id, partition_day
       from all_webhook_deliveries, generate_series(1, $2::int) where id = $1`,
      [first!.id, replaysMax],
    );
    const [nowMs, ownerId] = [world.now(), merchantId];
    expect(await replayDelivery(world.pool, { merchantId, nowMs, deliveryId: first!.id })).toBe('replayed_out');
    expect(await previewRange(world.pool, { ownerId, range: wholeRange })).toMatchObject({ deliveries: 1, leftOut: 1 });
    await replayRange(world.pool, { ownerId, nowMs, range: wholeRange, actor: theSystem });
    await world.feedReplays();
    const queued = await query<{ origin_id: string }>(
      `select origin_id from webhook_deliveries where state = 'waiting'`,
    );
    expect(queued).toEqual([{ origin_id: second!.id }]);
  });
});
