import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@delivery/service-kit';
import { lookUpsPerMinute } from '../../src/auth/look-up-token.js';
import { readConfig } from '../../src/config.js';
import { startService } from '../../src/start-service.js';
import {
  callAs,
  type Harness,
  makeMerchant,
  startHarness,
  type TestMerchant,
  untilReady,
} from '../support/intake-harness.js';

let harness: Harness;
const merchants = [makeMerchant(), makeMerchant(), makeMerchant(), makeMerchant(), makeMerchant()];
beforeAll(async () => {
  harness = await startHarness({ RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '100000' }, merchants);
});
afterAll(() => harness.close());

/** 404 for an order that does not exist shows that the credentials were accepted. */
const loginStatus = async (merchant: TestMerchant): Promise<number> =>
  (await callAs(harness, merchant, 'POST', '/v1/external-orders/x/ready')).status;
const untilStatus = async (merchant: TestMerchant, status: number): Promise<void> => {
  while ((await loginStatus(merchant)) !== status) await untilReady(harness.url);
};

describe('directory', () => {
  it('knows every merchant of every page of the snapshot before it is ready', async () => {
    for (const merchant of merchants) expect(await loginStatus(merchant)).toBe(404);
    expect(harness.orderState.state.lookUps).toEqual([]);
    expect(harness.orderState.state.snapshots).toBe(3);
  });

  it('asks once about a token it does not know, and knows its merchant from then on', async () => {
    const fresh = makeMerchant();
    harness.orderState.state.hiddenFromChanges.add(fresh.entry.merchant_id);
    harness.orderState.state.entries.push(fresh.entry);
    expect(await Promise.all([loginStatus(fresh), loginStatus(fresh)])).toEqual([404, 404]);
    expect(await loginStatus(fresh)).toBe(404);
    expect(harness.orderState.state.lookUps.filter((one) => fresh.entry.token_hashes.includes(one))).toHaveLength(1);
  });

  it('waits for a busy order-state as long as any other read does, before it says that it cannot tell', async () => {
    const fresh = makeMerchant();
    harness.orderState.state.hiddenFromChanges.add(fresh.entry.merchant_id);
    harness.orderState.state.entries.push(fresh.entry);
    harness.orderState.state.untilLookUp = delay(700);
    expect(await loginStatus(fresh)).toBe(404);
  });

  it('remembers for a while that a token is unknown', async () => {
    const stranger = makeMerchant();
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await loginStatus(stranger)).toBe(401);
    expect(harness.orderState.state.lookUps.filter((one) => stranger.entry.token_hashes.includes(one))).toHaveLength(1);
  });

  it('follows changes: a revoked token ends, a new one works, a disabled merchant gets 403', async () => {
    const [merchant = makeMerchant()] = merchants;
    const rotated = makeMerchant({ merchant_id: merchant.entry.merchant_id, key_hash: merchant.entry.key_hash });
    const { entries } = harness.orderState.state;
    entries.splice(entries.indexOf(merchant.entry), 1, rotated.entry);
    await untilStatus(merchant, 401);
    expect(await loginStatus({ ...rotated, key: merchant.key })).toBe(404);
    const disabled = { ...rotated.entry, status: 'disabled' as const, version: makeMerchant().entry.version };
    entries.splice(entries.indexOf(rotated.entry), 1, disabled);
    await untilStatus({ ...rotated, key: merchant.key }, 403);
  });

  it('lets the key before the platform’s own open as much until its time is over', async () => {
    const [old, other] = [makeMerchant(), makeMerchant()];
    const rotating = makeMerchant({
      previous_key: { hash: old.entry.key_hash, expires_at: '2999-01-31T00:00:00.000Z' },
    });
    const over = makeMerchant({ previous_key: { hash: old.entry.key_hash, expires_at: '2020-01-31T00:00:00.000Z' } });
    harness.orderState.state.entries.push(rotating.entry, over.entry);
    expect(await loginStatus(rotating)).toBe(404);
    expect(await loginStatus({ ...rotating, key: old.key })).toBe(404);
    expect(await loginStatus({ ...rotating, key: other.key })).toBe(401);
    expect(await loginStatus(over)).toBe(404);
    expect(await loginStatus({ ...over, key: old.key })).toBe(401);
  });

  it('stays as it was while order-state is away, and ready; and follows again afterwards', async () => {
    const [, merchant = makeMerchant()] = merchants;
    await harness.orderState.stop();
    expect(await loginStatus(merchant)).toBe(404);
    // Another replica may know the token's merchant already.
    expect(await loginStatus(makeMerchant())).toBe(503);
    expect((await fetch(`${harness.url}/readyz`)).status).toBe(200);
    const late = makeMerchant();
    harness.orderState.state.entries.push(late.entry);
    await harness.orderState.restart();
    harness.orderState.state.lookUpStatus = 404;
    await untilStatus(late, 404);
    harness.orderState.state.lookUpStatus = undefined;
  });

  it('is read anew as a whole when the epoch changes, and forgets merchants that the restored database does not have', async () => {
    const [, , kept = makeMerchant(), gone = makeMerchant()] = merchants;
    const { state } = harness.orderState;
    state.entries = [{ ...kept.entry, version: 1 }];
    state.epoch = randomUUID();
    await untilStatus(gone, 401);
    expect(await loginStatus(kept)).toBe(404);
  });
});

describe('before the first snapshot', () => {
  it('[P10] is not ready and names the missing dependency; a merchant is answered 503, not 401, however often it asks', async () => {
    const intake = await startService(
      readConfig({
        PORT: '0',
        RABBITMQ_URL: harness.vhost.url,
        ORDER_STATE_URL: harness.orderState.url,
        INTERNAL_TOKEN: 'a-wrong-token-of-the-tests',
      }),
      createLogger({ service: 'intake-api', level: 'silent' }),
    );
    const url = `http://127.0.0.1:${intake.port}`;
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: 'not_ready', missing: { directory: 'not loaded yet' } });
    for (let call = 0; call <= lookUpsPerMinute; call += 1) {
      const reply = await callAs({ url }, makeMerchant(), 'POST', '/v1/external-orders/x/ready');
      expect(reply).toMatchObject({ status: 503, json: { code: 'temporarily_unavailable' } });
      expect(reply.headers.get('retry-after')).toBe('1');
    }
    intake.onStopping();
    for (const step of intake.stopSteps) await step.run();
  });
});
