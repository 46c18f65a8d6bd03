import { afterAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@delivery/postgres';
import { createLogger } from '@delivery/service-kit';
import { createApplyReport } from '../../src/orders/apply-report.js';
import { toProblemError } from '../../src/shared-api/read-params.js';
import { holdRows } from '../support/hold-rows.js';
import { createLedgerWorld, createMerchant, reportStatus, submit } from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const world = await createLedgerWorld();
afterAll(() => world.close());
const { merchantId } = await createMerchant(world, [null]);

const createOrders = async (count: number): Promise<string[]> => {
  const orderIds = Array.from({ length: count }, newOrderId);
  await world.apply(orderIds.map((orderId) => submit(world, merchantId, orderId)));
  return orderIds;
};

/** And the sizes of the batches that were applied. */
const startReports = () => {
  const sizes: number[] = [];
  const report = createApplyReport({
    apply: (messages, traceparents) => {
      sizes.push(messages.length);
      return world.applyReports(messages, traceparents);
    },
    pool: world.pool,
    tracer: undefined,
  });
  return { sizes, report };
};

describe('reports outside of the queue', () => {
  it('[P12] are applied together as far as they come while others are being applied, each with its own verdict', async () => {
    const orderIds = await createOrders(150);
    const { sizes, report } = startReports();
    const ready = orderIds.map((orderId) => report(reportStatus(world, orderId, 'ready'), undefined));
    const again = orderIds.map((orderId) => report(reportStatus(world, orderId, 'created'), undefined));
    const unknown = report(reportStatus(world, newOrderId(), 'ready'), undefined);
    expect((await Promise.all(ready)).map((verdict) => verdict?.outcome)).toEqual(ready.map(() => 'applied'));
    expect((await Promise.all(again)).map((verdict) => verdict?.code)).toEqual(
      again.map(() => 'invalid_state_transition'),
    );
    expect(await unknown).toBeUndefined();
    expect(sizes).toEqual([1, 100, 100, 100]);
  });

  it('leave nothing behind for an order that does not exist', async () => {
    const { report } = startReports();
    const orderId = newOrderId();
    const early = reportStatus(world, orderId, 'ready');
    expect(await report(early, undefined)).toBeUndefined();
    const { verdicts } = await world.apply([submit(world, merchantId, orderId)]);
    expect([...verdicts.values()]).toMatchObject([{ order: { status: 'created' } }]);
    expect(await report(early, undefined)).toMatchObject({ outcome: 'applied', order: { status: 'ready' } });
  });

  it('fail alone when the database refuses one of them', async () => {
    const orderIds = await createOrders(4);
    const { report } = startReports();
    const settled = await Promise.allSettled(
      orderIds.map((orderId, index) => {
        const message = reportStatus(world, orderId, 'ready');
        // No text in Postgres can hold this character.
        return report(index === 2 ? { ...message, id: 'refused \u0000' } : message, undefined);
      }),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('[P6] fail alone, with 503, when another transaction holds the order of one of them', async () => {
    const orderIds = await createOrders(4);
    const { report } = startReports();
    const letGo = await holdRows(world.databaseUrl, 'orders where id = $1', [orderIds[2]]);
    const send = () =>
      Promise.allSettled(orderIds.map((orderId) => report(reportStatus(world, orderId, 'ready'), undefined)));
    const [settled, again] = [await send(), await send()];
    await letGo();
    for (const round of [settled, again]) {
      expect(round.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
      const answer = round[2]!.status === 'rejected' ? toProblemError(round[2]!.reason) : undefined;
      expect(answer?.code).toBe('temporarily_unavailable');
    }
  });

  it('all fail at once when Postgres is away, and later ones are applied', async () => {
    const logger = createLogger({ service: 'order-state', level: 'silent' });
    const brokenPool = createPool({
      applicationName: 'test',
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      poolMax: 2,
      logger,
    });
    const pools = [brokenPool];
    const report = createApplyReport({
      apply: async (messages) => {
        await (pools[0] ?? world.pool).query('select 1');
        return world.applyReports(messages);
      },
      pool: world.pool,
      tracer: undefined,
    });
    const orderIds = await createOrders(120);
    const send = () => Promise.allSettled(orderIds.map((id) => report(reportStatus(world, id, 'ready'), undefined)));
    expect((await send()).map(({ status }) => status)).toEqual(orderIds.map(() => 'rejected'));
    pools.pop();
    expect((await send()).map(({ status }) => status)).toEqual(orderIds.map(() => 'fulfilled'));
    await brokenPool.end();
  });
});
