import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSealer } from '@delivery/service-kit';
import { ensureContentKey } from '../src/db/ensure-content-key.js';
import { resealSecrets } from '../src/db/reseal-secrets.js';
import { createLedgerWorld, createMerchant, type LedgerWorld } from './ledger-world.js';

let world: LedgerWorld;
beforeAll(async () => {
  world = await createLedgerWorld();
});
afterAll(() => world.close());

describe('a change of SECRETS_KEY', () => {
  it('ends with nothing under the old key, and the content key is still the same', async () => {
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
    const before = createSealer(oldKey);
    const during = createSealer(newKey, [oldKey]);
    const after = createSealer(newKey);
    const contentKey = await ensureContentKey(world.pool, before);
    const { endpointIds } = await createMerchant(world, [null]);
    await world.pool.query('update platforms set sealed_key = $1', [before.seal('key_1')]);
    await world.pool.query('update endpoints set secrets = $1', [
      JSON.stringify([
        { sealed: during.seal('whsec_2'), expires_at: null },
        { sealed: before.seal('whsec_1'), expires_at: '2030-01-01T00:00:00.000Z' },
      ]),
    ]);
    expect(await resealSecrets(world.pool, during)).toBe(3);
    expect(await resealSecrets(world.pool, during)).toBe(0);

    expect(await ensureContentKey(world.pool, after)).toEqual(contentKey);
    const { rows: platforms } = await world.pool.query('select sealed_key from platforms');
    expect(after.open(platforms[0].sealed_key)).toBe('key_1');
    const { rows: endpoints } = await world.pool.query('select secrets from endpoints where id = $1', [endpointIds[0]]);
    const secrets = endpoints[0].secrets as { sealed: string; expires_at: string | null }[];
    expect(secrets.map(({ sealed, expires_at }) => [after.open(sealed), expires_at])).toEqual([
      ['whsec_2', null],
      ['whsec_1', '2030-01-01T00:00:00.000Z'],
    ]);
  });

  it('is made once by replicas that start together', async () => {
    const sealer = createSealer(randomBytes(32));
    await world.pool.query('delete from service_secrets');
    const keys = await Promise.all(Array.from({ length: 5 }, () => ensureContentKey(world.pool, sealer)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  });
});
