import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Heartbeat, operatorStatusSchema } from '@delivery/contracts';
import { purgeReplicas } from '../../src/dashboards/replica-queries.js';
import { readBacklog } from '../../src/ledger/queries/counts.js';
import { ensurePlatform } from '../../src/merchants/platform-queries.js';
import { countAllTroubled } from '../../src/orders/queries/timers.js';
import { explainQueries } from '../support/explain-queries.js';
import { insertMerchants } from '../support/ledger-world.js';
import { createMerchant, startApis, submitOrder } from '../support/start-apis.js';

/**
 * Blocks of 8 KB. The window, the endpoint and the way to them in their indexes are 8; with the others of its merchant
 * 14, twice so 20.
 */
const blocksPerEndpointMax = 11;

const apis = await startApis();
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
      backlog: { due: { live: 0, sandbox: 0 }, unpublished: 2, parked: 0, set_aside: 0, dead_letters: 0 },
      windows: { live: { open: 0, narrowed: 0, probing: 1 }, sandbox: { open: 0, narrowed: 0, probing: 0 } },
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

  it('[P17] shows each replica until it has stopped, or for an hour after its last heartbeat', async () => {
    const heartbeat = (run: string, given: Partial<Heartbeat> = {}): Heartbeat => ({
      ...{ schema_version: 1, type: 'replica.alive', service: 'intake-api', name: 'pod-1:8080', version: 'a1b2c3d' },
      ...{ run, uptime_seconds: 60, stalled: [], ...given },
    });
    const tell = async (...signs: Parameters<typeof heartbeat>) =>
      (await apis.internal('POST', '/heartbeats', { body: heartbeat(...signs) })).status;
    const read = async () => operatorStatusSchema.parse((await apis.operator('GET', '/status')).body);
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await tell(first)).toBe(204);
    const { replicas: begun } = await read();
    expect(begun).toMatchObject([{ service: 'intake-api', name: 'pod-1:8080', version: 'a1b2c3d', state: 'running' }]);
    // A later one of the same run, however its clock goes; then one of the next run.
    await tell(first, { uptime_seconds: 5_000 });
    expect((await read()).replicas[0]?.started_at).toBe(begun[0]?.started_at);
    await tell(second, { uptime_seconds: 0, version: 'e4f5a6b' });
    const { replicas: again } = await read();
    expect(again).toMatchObject([{ version: 'e4f5a6b' }]);
    expect(Date.parse(again[0]!.started_at)).toBeGreaterThan(Date.parse(begun[0]!.started_at));
    // The last message of the first run comes late, and belongs to another run.
    await tell(first, { type: 'replica.stopped' });
    await apis.pool.query(`update replicas set seen_at = now() - interval '7 s'`);
    const { replicas: silent, concerns } = await read();
    expect(silent).toMatchObject([{ state: 'silent' }]);
    expect(concerns).toContainEqual(expect.objectContaining({ kind: 'replicas_silent', count: 1, replicas: 1 }));
    await apis.pool.query(`update replicas set seen_at = now() - interval '61 min'`);
    expect((await read()).replicas).toEqual([]);
    await purgeReplicas(apis.pool);
    expect((await apis.pool.query('select from replicas')).rowCount).toBe(0);
    await tell(second);
    await tell(second, { type: 'replica.stopped' });
    expect((await read()).replicas).toEqual([]);
  });

  it('shows the settings of each run, also after heartbeats without them, and none of the run before', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const tell = async (run: string, config?: Record<string, string>) => {
      const alive = { schema_version: 1, type: 'replica.alive', service: 'intake-api', name: 'pod-2:8080' };
      const body = { ...alive, version: 'a1b2c3d', run, uptime_seconds: 1, stalled: [], config };
      return (await apis.internal('POST', '/heartbeats', { body })).status;
    };
    const read = async () => (await apis.operator('GET', '/configuration')).body.data;
    const config = { LOG_LEVEL: 'info', INTERNAL_TOKEN: 'true' };
    await tell(first, config);
    await tell(first);
    expect(await read()).toEqual([{ service: 'intake-api', name: 'pod-2:8080', version: 'a1b2c3d', config }]);
    await tell(second);
    expect(await read()).toMatchObject([{ config: null }]);
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`SETTING_${n}`, '1']));
    expect([await tell(second, many), (await read()).length]).toEqual([400, 1]);
    await apis.pool.query('delete from replicas');
  });

  it('counts late orders of each mode to ten thousand, however many the other has', async () => {
    await apis.pool.query(
      `insert into orders (id, merchant_id, external_id, display_id, mode, status, external_data, content_hash, created_at, updated_at,
         ready_by, picked_up_by, delivered_by)
       select lpad(to_hex(n), 24, '0'), 'late', n, '1', case when n > 10001 then 'live' else 'sandbox' end, 'created', '{}', '\\x00', now(), now(),
         '2026-01-01', '2026-01-01', '2026-01-01' from generate_series(1, 10003) n`,
    );
    expect(await countAllTroubled(apis.pool, 'late')).toEqual({ live: 2, sandbox: 10_000 });
    await apis.pool.query(`delete from orders where merchant_id = 'late'`);
  });

  it('looks at each endpoint once, and counts the others of its merchant for narrow windows alone', async () => {
    const endpointCount = 1_000;
    const platformId = await ensurePlatform(apis.pool, { id: randomUUID(), name: 'many' });
    const ids = Array.from({ length: endpointCount / 4 }, (_, n) => `many${n + 1}`);
    await insertMerchants(apis.pool, { ids, platformId });
    await apis.pool.query(
      `with made as (
         insert into endpoints (id, owner_id, url, secrets)
         select gen_random_uuid(), 'many' || (1 + n % ($1::int / 4)), 'https://shop.example/' || n, '[]'
         from generate_series(1, $1::int) n returning id
       )
       insert into endpoint_windows (endpoint_id, size) select id, 16 from made`,
      [endpointCount],
    );
    const onlyExplained = (error: Error): void => expect(error.message).toMatch('the statement returned no row: ');
    const [explained] = await explainQueries(apis.pool, (client) => readBacklog(client).catch(onlyExplained));
    expect(explained).toMatchObject({ name: 'read_backlog' });
    expect(explained!.blocks).toBeLessThan(blocksPerEndpointMax * endpointCount);
  });
});
