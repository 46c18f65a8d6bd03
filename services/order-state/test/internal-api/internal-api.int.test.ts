import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type DirectoryEntry, directoryPageSchema, orderViewSchema } from '@delivery/contracts';
import { createMerchant, orderContent, startApis, submitOrder } from '../support/start-apis.js';

const apis = await startApis({ isPatient: true });
afterAll(() => apis.stop());

describe('The directory', () => {
  const readChanges = async (since: number) =>
    directoryPageSchema.parse((await apis.internal('GET', `/directory/changes?since=${since}`)).body);

  /** Walks the snapshot and runs `between` after its first page. */
  const readSnapshot = async (limit: number, between: () => Promise<unknown> = () => Promise.resolve()) => {
    const entries = new Map<string, DirectoryEntry>();
    const versions: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { status, body } = await apis.internal('GET', `/directory?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      const page = directoryPageSchema.parse(body);
      for (const entry of page.data) entries.set(entry.merchant_id, entry);
      versions.push(page.version);
      cursor = page.next_cursor;
      if (versions.length === 1) await between();
    }
    return { entries, versions };
  };

  it('followed by its changes holds every merchant as it is, despite concurrent writes', async () => {
    const before = await Promise.all(Array.from({ length: 12 }, () => createMerchant(apis)));
    const { entries, versions } = await readSnapshot(5, async () => {
      await Promise.all([
        ...Array.from({ length: 5 }, () => createMerchant(apis)),
        ...before.map(({ merchant_id }) =>
          apis.operator('PATCH', `/merchants/${merchant_id}`, { body: { status: 'disabled' } }),
        ),
      ]);
    });
    expect(new Set(versions).size).toBe(1);
    const changes = await readChanges(versions[0] ?? 0);
    for (const entry of changes.data) entries.set(entry.merchant_id, entry);
    const { rows } = await apis.pool.query(
      `select id, status, version from owners where kind = 'merchant' order by id`,
    );
    const known = [...entries.values()].sort((a, b) => (a.merchant_id < b.merchant_id ? -1 : 1));
    expect(known.map(({ merchant_id: id, status, version }) => ({ id, status, version }))).toEqual(rows);
    expect((await readChanges(changes.version)).data).toEqual([]);
  });
});

describe('A report of refused calls', () => {
  it('may have as many as intake-api sends at once, and adds those of merchants whose endpoints ask for it', async () => {
    const asking = await createMerchant(apis, { webhook_url: 'https://shop.example/', events: ['rate_limited'] });
    const at = '2026-01-31T19:00:12.480Z';
    const strangers = Array.from({ length: 299 }, () => randomBytes(16).toString('hex'));
    const refused = [asking.merchant_id, ...strangers].map((owner_id) => ({
      ...{ owner_id, limit: 'create_bytes_per_day', count: 2_000_000, first_at: at, last_at: at },
    }));
    for (const status of [204, 204])
      expect((await apis.internal('POST', '/calls/refused', { body: { refused } })).status).toBe(status);
    const { rows } = await apis.pool.query('select owner_id, count from refused_calls');
    expect(rows).toEqual([{ owner_id: asking.merchant_id, count: 4_000_000 }]);
  });
});

describe('An order', () => {
  it('comes back whole, external_data as the very text that was sent', async () => {
    const { merchant_id } = await createMerchant(apis);
    const externalData = '{ "b": 1.0,  "a": [1e2, 12345678901234567890], "2": "\\u00e9", "1": {} }';
    const orderId = await submitOrder(apis, merchant_id, 'A/1#ü', { externalData });
    const { status, text, body } = await apis.internal('GET', `/merchants/${merchant_id}/orders/${orderId}`);
    expect(status).toBe(200);
    expect(text).toContain(`"external_data":${externalData}}`);
    expect(orderViewSchema.parse(body)).toMatchObject(orderContent('A/1#ü'));
    expect(body).toMatchObject({ id: orderId, status: 'created', tracking_url: null, reason: null });
  });

  it('without its erased customer data is still an order', async () => {
    const { merchant_id } = await createMerchant(apis);
    const orderId = await submitOrder(apis, merchant_id, 'erased');
    await apis.pool.query('update orders set content = null where id = $1', [orderId]);
    const { body } = await apis.internal('GET', `/merchants/${merchant_id}/orders/${orderId}`);
    expect(orderViewSchema.parse(body)).toMatchObject({ id: orderId, external_id: 'erased', display_id: '0007' });
    expect(body.customer).toBeUndefined();
  });
});
