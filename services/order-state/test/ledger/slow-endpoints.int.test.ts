import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  attemptOf,
  createLedgerWorld,
  createMerchant,
  createPullMerchant,
  failed,
  type LedgerWorld,
  readyOrders,
  reportStatus,
  submit,
} from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';

const secret = `whsec_${randomBytes(32).toString('base64')}`;

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await world.close();
});

/** The time for which something is left alone passes, while the clock of the database is set back. */
const passAsideTime = (): void => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  world.advance(-1_000);
};

/** Three merchants with a webhook in flight each. */
const releaseThree = async (): Promise<[string, string, string]> => {
  const endpointIds: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const merchant = await createMerchant(world, [['status_changed']]);
    const orderId = newOrderId();
    await world.apply([submit(world, merchant.merchantId, orderId)]);
    await world.apply([reportStatus(world, orderId, 'ready')]);
    endpointIds.push(...merchant.endpointIds);
  }
  return endpointIds as [string, string, string];
};

/** Makes statements fail that release or take back a delivery of this endpoint; the sequence counts how often. */
const makeFail = (endpointId: string, code: string) =>
  world.pool.query(`
    create sequence failed;
    create function fail() returns trigger language plpgsql as $$
    begin
      perform nextval('failed');
      raise exception 'failed' using errcode = '${code}';
    end $$;
    create trigger fail before update on webhook_deliveries for each row when (new.endpoint_id = '${endpointId}') execute function fail()`);
const mend = () => world.pool.query('drop trigger fail on webhook_deliveries');
const countFailed = async () =>
  (await world.pool.query<{ n: number }>('select last_value as n from failed')).rows[0]!.n;

const takeQueue = () => world.queue.splice(0).map(({ endpoint_id: id }) => id);

describe('A pull endpoint for which messages cannot be taken', () => {
  it('[P6] is left alone for a while, and the polls of others that come with it are answered', async () => {
    const [slow, other] = [await createPullMerchant(world, secret), await createPullMerchant(world, secret)];
    for (const { merchantId } of [slow, other]) await readyOrders(world, merchantId, 2);
    world.advance(1_000);
    await makeFail(slow.endpointId, '57014');
    const polls = [slow, slow, other].map(({ merchantId, endpointId }) => ({
      owner_id: merchantId,
      endpoint_id: endpointId,
      limit: 10,
      visibility_ms: 30_000,
    }));
    const outcomes = async () => (await world.takeMessages(polls)).map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(['busy', 'busy', 'taken']);
    const tries = await countFailed();
    expect((await outcomes()).slice(0, 2)).toEqual(['busy', 'busy']);
    expect(await countFailed()).toBe(tries);
    await mend();
    passAsideTime();
    expect((await outcomes()).slice(0, 2)).toContain('taken');
  });
});

describe('A pull endpoint whose expired messages cannot be ended', () => {
  it('[P6] is left alone after the first one, and those of others are ended', async () => {
    const [slow, other] = [await createPullMerchant(world, secret), await createPullMerchant(world, secret)];
    for (const { merchantId } of [slow, other]) await readyOrders(world, merchantId, 8);
    const polls = [slow, other].map(({ merchantId, endpointId }) => ({
      owner_id: merchantId,
      endpoint_id: endpointId,
      limit: 10,
      visibility_ms: 30_000,
    }));
    await world.takeMessages(polls);
    world.advance(31_000);
    await makeFail(slow.endpointId, '57014');
    await world.expireTaken();
    const tries = await countFailed();
    // All, halves, one, and that one again after others were ended.
    expect(tries).toBeLessThanOrEqual(6);
    await world.expireTaken();
    expect(await countFailed()).toBe(tries);
    const { rows } = await world.pool.query<{ id: string }>(
      `select distinct endpoint_id as id from webhook_deliveries where state = 'in_flight'`,
    );
    expect(rows).toEqual([{ id: slow.endpointId }]);
    await mend();
    passAsideTime();
    await world.expireTaken();
    expect((await world.pool.query(`select from webhook_deliveries where state = 'in_flight'`)).rowCount).toBe(0);
  });
});

const loops: [loop: string, begin: () => Promise<unknown>, run: () => Promise<unknown>][] = [
  [
    'relay',
    async () => {
      await world.settle(world.queue.splice(0).map((message) => attemptOf(world, message, failed)));
      world.advance(11_000);
    },
    () => world.releaseDue(),
  ],
  [
    'leases',
    () => {
      world.queue.length = 0;
      world.advance(13 * 60_000);
      return Promise.resolve();
    },
    () => world.sweepLeases(),
  ],
];

describe.each(loops)('Where Postgres goes away while the %s looks for an endpoint', (_loop, begin, run) => {
  it('[P5] deliveries that were released until then are published', async () => {
    await releaseThree();
    await begin();
    await world.pool.query(`
      create sequence released;
      create function go_away() returns trigger language plpgsql as $$
      declare
        n int := nextval('released');
      begin
        if n <= 2 then raise exception 'slow' using errcode = '57014'; end if;
        if n > 4 then raise exception 'away' using errcode = '58030'; end if;
        return new;
      end $$;
      create trigger go_away before update on webhook_deliveries for each row when (new.state = 'in_flight') execute function go_away()`);
    await expect(run()).rejects.toThrow('away');
    expect(takeQueue()).toHaveLength(2);
  });
});

describe.each(loops)('An endpoint for which the %s cannot go on', (loop, begin, run) => {
  it.each([
    ['takes too long', '57014'],
    ['overflows', '22003'],
  ])('[P6] because a statement %s is left alone for a while, and the others go on', async (_what, code) => {
    const [slow, ...others] = await releaseThree();
    await begin();
    await makeFail(slow, code);
    await run();
    expect(takeQueue().sort()).toEqual([...others].sort());
    expect(world.setAside).toEqual([`${loop} ${slow}`]);
    const tries = await countFailed();
    await run();
    expect([takeQueue(), await countFailed()]).toEqual([[], tries]);
    await mend();
    passAsideTime();
    await run();
    expect(takeQueue()).toEqual([slow]);
  });
});
