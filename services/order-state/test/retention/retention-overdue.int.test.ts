import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inTransaction } from '@delivery/postgres';
import { readRetentionOverdue } from '../../src/retention/queries/retention.js';
import {
  createLedgerWorld,
  createMerchant,
  deliverAll,
  type LedgerWorld,
  reportTrackingUrl,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld();
});
afterEach(() => world.close());

const dayMs = 24 * 3_600_000;
/** Not before this order may be erased, or purged. */
const kept = { retentionDays: 20, customerDataDays: 5 };
/** The world's clock stands months before the database's, which is the one that counts. */
const never = 36_500;

const newOrder = async (): Promise<{ createdMs: number }> => {
  const { merchantId } = await createMerchant(world, [null]);
  const orderId = newOrderId();
  await world.apply([submit(world, merchantId, orderId), reportTrackingUrl(world, orderId, 'a')]);
  return { createdMs: world.now() };
};
const deliver = async () => {
  expect(world.queue).toHaveLength(1);
  await deliverAll(world);
};
/** With the database's time, in milliseconds. */
const readOverdue = (days = kept) =>
  inTransaction(world.pool, async (client) => {
    const { rows } = await client.query<{ ms: number }>('select extract(epoch from now())::float8 * 1000 as ms');
    return { overdue: await readRetentionOverdue(client, days), nowMs: rows[0]!.ms };
  });
const secondsSince = (fromMs: number, nowMs: number) => (nowMs - fromMs) / 1_000;
/** The world's retention comes when both limits have passed. */
const passLimits = () => world.advance((kept.retentionDays + 2) * dayMs);

describe('data overdue for retention', () => {
  it('is none while there are no orders, or while they may stay', async () => {
    expect((await readOverdue()).overdue).toEqual({ customer_data: 0, orders: 0 });
    await newOrder();
    const { overdue } = await readOverdue({ retentionDays: never, customerDataDays: never });
    expect(overdue).toEqual({ customer_data: 0, orders: 0 });
  });

  it('is as late as its oldest order is over its limit, and the day of that', async () => {
    const { createdMs } = await newOrder();
    await deliver();
    const { overdue, nowMs } = await readOverdue();
    const dayOverMs = (Math.ceil(createdMs / dayMs) + 1) * dayMs;
    expect(overdue.customer_data).toBeCloseTo(secondsSince(createdMs + kept.customerDataDays * dayMs, nowMs), 1);
    expect(overdue.orders).toBeCloseTo(secondsSince(dayOverMs + kept.retentionDays * dayMs, nowMs), 1);
  });

  it('is nothing any more where retention has been', async () => {
    await newOrder();
    await deliver();
    passLimits();
    await world.applyRetention(never, kept.customerDataDays);
    const erased = await readOverdue();
    expect(erased.overdue.customer_data).toBe(0);
    expect(erased.overdue.orders).toBeGreaterThan(0);
    await world.applyRetention(kept.retentionDays, kept.customerDataDays);
    expect((await readOverdue()).overdue).toEqual({ customer_data: 0, orders: 0 });
  });

  it('does not count an order that is not settled, which has left its day, and does once it is', async () => {
    const { createdMs } = await newOrder();
    passLimits();
    await world.applyRetention(kept.retentionDays, kept.customerDataDays);
    expect((await readOverdue()).overdue).toEqual({ customer_data: 0, orders: 0 });
    await deliver();
    const { overdue, nowMs } = await readOverdue();
    expect(overdue.customer_data).toBe(0);
    expect(overdue.orders).toBeCloseTo(secondsSince(createdMs + kept.retentionDays * dayMs, nowMs), 1);
  });
});
