import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { holdRows, holdTable } from '../support/hold-rows.js';
import { type Apis, createMerchant, startApis, untilAnswered } from '../support/start-apis.js';

const apis = await startApis({ lockTimeoutMs: 20 });
afterAll(() => apis.stop());

const createOwner = async () => {
  const { merchant_id: id } = await createMerchant(apis);
  const body = { url: `https://example.com/${id}` };
  const { body: endpoint } = await apis.internal('POST', `/merchants/${id}/webhook-endpoints`, { body });
  const path = `/merchants/${id}/webhook-endpoints/${endpoint.id}`;
  const change = (n: number) => apis.internal('PATCH', path, { body: { url: `https://example.com/${id}/${n}` } });
  return { id, path, change };
};

const statusesOf = async (calls: readonly ReturnType<Apis['internal']>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);
const many = <T>(count: number, build: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => build(n));

describe('Calls of one merchant', () => {
  it('[P6] that change rows which another session holds leave the connections to other calls', async () => {
    const [mine, other] = [await createOwner(), await createOwner()];
    const letGo = await holdRows(apis.databaseUrl, 'merchants where id = $1', [mine.id]);
    const changes = many(280, mine.change);
    const reads = many(50, () => apis.internal('GET', other.path));
    expect(new Set(await statusesOf(reads))).toEqual(new Set([200]));
    expect((await other.change(1)).status).toBe(200);
    await letGo();
    for (const { status, body, headers } of await Promise.all(changes)) {
      if (status === 429) expect(body.detail).toMatch(/^Too many changes are waiting/);
      if (status !== 200)
        expect([status, body.code]).toEqual(status === 429 ? [429, 'rate_limited'] : [503, 'temporarily_unavailable']);
      expect(headers.has('retry-after')).toBe(status !== 200);
    }
    expect((await mine.change(1_000)).status).toBe(200);
  });

  it('that change one row are made one after the other, and each that is not refused takes effect', async () => {
    const mine = await createOwner();
    expect(new Set(await statusesOf(many(30, (n) => untilAnswered(() => mine.change(n)))))).toEqual(new Set([200]));
    expect((await apis.internal('GET', mine.path)).body.url).toMatch(/\/\d+$/);
  });

  it('[P6] that read leave a connection to another merchant, to the directory and to their own changes', async () => {
    const [mine, other] = [await createOwner(), await createOwner()];
    const letGo = await holdTable(apis.databaseUrl, 'replays');
    const reads = many(30, () => apis.internal('GET', `/merchants/${mine.id}/webhook-replays/${randomUUID()}`));
    expect((await apis.internal('GET', other.path)).status).toBe(200);
    expect((await apis.internal('GET', '/directory?limit=1')).status).toBe(200);
    expect((await mine.change(1)).status).toBe(200);
    await letGo();
    await Promise.all(reads);
  });

  it('[P6] that change endpoints without end are refused, with the name of the limit', async () => {
    const mine = await createOwner();
    const answers = await Promise.all(many(320, mine.change));
    const details = answers.filter(({ status }) => status === 429).map(({ body }) => body.detail);
    expect(details).toContainEqual(
      expect.stringMatching(/^Webhook endpoints can be changed at most 300 times a minute/),
    );
  });
});
