import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operatorStatusSchema } from '@delivery/contracts';
import { readBacklog } from '../src/ledger/queries/counts.js';
import { countAllLateOrders } from '../src/orders/queries/timers.js';
import { explainQueries } from './explain-queries.js';
import { type Apis, createMerchant, startApis, submitOrder } from './start-apis.js';

/**
 * Blocks of 8 KB. The window, the endpoint and the way to them in their indexes are 8; with the others of its merchant
 * 14, twice so 20.
 */
const blocksPerEndpointMax = 11;

let apis: Apis;
beforeAll(async () => {
  apis = await startApis();
});
afterAll(() => apis.stop());

const arrange = async () => {
  const { merchant_id, webhook_endpoint } = await createMerchant(apis, { webhook_url: 'https://shop.example/hook' });
  const orderId = await submitOrder(apis, merchant_id, 'order');
  await apis.operator('POST', `/orders/${orderId}/status`, { body: { status: 'ready' } });
  return { merchantId: merchant_id, endpointId: webhook_endpoint!.id };
};

describe('The operator’s status', () => {
  it('shows the ledger, the backlog, and the disabled and failing endpoints', async () => {
    const [held, broken] = [await arrange(), await arrange()];
    await apis.internal('POST', `/merchants/${held.merchantId}/webhook-endpoints/${held.endpointId}/disable`);
    await apis.pool.query(
      `update endpoint_windows set size = 1, probe_at = now() + interval '20 s', failing_since = '2026-01-01T00:00:00Z'
       where endpoint_id = $1`,
      [broken.endpointId],
    );
    const { status, body } = await apis.operator('GET', '/status');
    expect(status).toBe(200);
    expect(operatorStatusSchema.parse(body)).toMatchObject({
      audit: { balanced: true, matched: 4, held: 1, waiting: 1, in_flight: 2 },
      backlog: { due: 0, unpublished: 2, parked: 0, dead_letters: 0 },
      windows: { open: 0, narrowed: 0, probing: 1 },
      late_orders: { live: 0, sandbox: 0 },
      running_replays: 0,
      held_endpoints: [{ id: held.endpointId, merchant_id: held.merchantId, waiting: 1, disabled_reason: 'requested' }],
      open_breakers: [
        {
          id: broken.endpointId,
          merchant_name: 'Cantina',
          name: null,
          url: 'https://shop.example/hook',
          waiting: 1,
          failing_since: '2026-01-01T00:00:00.000Z',
        },
      ],
    });
  });

  it('counts late orders of each mode to ten thousand, however many the other has', async () => {
    await apis.pool.query(
      `insert into orders (id, merchant_id, external_id, display_id, mode, status, external_data, content_hash, created_at, updated_at,
         ready_by, picked_up_by, delivered_by)
       select lpad(to_hex(n), 24, '0'), 'late', n, '1', case when n > 10001 then 'live' else 'sandbox' end, 'created', '{}', '\\x00', now(), now(),
         '2026-01-01', '2026-01-01', '2026-01-01' from generate_series(1, 10003) n`,
    );
    expect(await countAllLateOrders(apis.pool)).toEqual({ live: 2, sandbox: 10_000 });
    await apis.pool.query(`delete from orders where merchant_id = 'late'`);
  });

  it('looks at each endpoint once, and counts the others of its merchant for narrow windows alone', async () => {
    const endpointCount = 1_000;
    await apis.pool.query(
      `insert into merchants (id, name, platform_id, version)
       select 'many' || n, 'many', (select id from platforms limit 1), 1000000 + n from generate_series(1, $1::int / 4) n`,
      [endpointCount],
    );
    await apis.pool.query(
      `with made as (
         insert into endpoints (id, merchant_id, url, secrets)
         select gen_random_uuid(), 'many' || (1 + n % ($1::int / 4)), 'https://shop.example/' || n, '[]'
         from generate_series(1, $1::int) n returning id
       )
       insert into endpoint_windows (endpoint_id, size) select id, 16 from made`,
      [endpointCount],
    );
    const onlyExplained = (error: Error): void => expect(error.message).toBe('select returned no row');
    const [explained] = await explainQueries(apis.pool, (client) => readBacklog(client).catch(onlyExplained));
    expect(explained).toMatchObject({ name: 'read_backlog' });
    expect(explained!.blocks).toBeLessThan(blocksPerEndpointMax * endpointCount);
  });
});
