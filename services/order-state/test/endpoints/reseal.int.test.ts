import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { endpointHeaderOf, endpointSecretOf } from '@delivery/contracts';
import { createSealer, type Sealer, SealError } from '@delivery/service-kit';
import { resealSecrets } from '../../src/endpoints/queries/endpoint-secrets.js';
import { platformKeyOf } from '../../src/merchants/rules/credentials.js';
import { ensureContentKey } from '../../src/prepare-database.js';
import { createLedgerWorld, createMerchant, type LedgerWorld } from '../support/ledger-world.js';

let world: LedgerWorld;
beforeEach(async () => {
  world = await createLedgerWorld({ isPatient: true });
});
afterEach(() => world.close());

const headerOf = (endpointId: string) => endpointHeaderOf(endpointId, { name: 'X-Key', url: 'https://shop.example' });

/** Gives every row of a new world something that `sealer` has sealed for it. */
const sealRows = async (sealer: Sealer) => {
  const { endpointIds } = await createMerchant(world, [null]);
  const endpointId = endpointIds[0] ?? '';
  await world.pool.query('delete from service_secrets');
  const contentKey = await ensureContentKey(world.pool, sealer);
  const { rows } = await world.pool.query<{ id: string }>('select owner_id as id from platform_keys');
  for (const { id } of rows) {
    const sealed = sealer.seal(`key of ${id}`, platformKeyOf(id));
    await world.pool.query('update platform_keys set sealed_key = $2 where owner_id = $1', [id, sealed]);
  }
  const secrets = ['whsec_2', 'whsec_1'].map((secret) => sealer.seal(secret, endpointSecretOf(endpointId)));
  const header = { name: 'X-Key', sealed: sealer.seal('hush', headerOf(endpointId)) };
  await world.pool.query('update endpoints set url = $3, secrets = $2, header = $4 where id = $1', [
    endpointId,
    JSON.stringify([
      { sealed: secrets[0], expires_at: null, public_key: 'whpk_2' },
      { sealed: secrets[1], expires_at: '2030-01-01T00:00:00.000Z' },
    ]),
    `https://shop.example/${endpointId}`,
    header,
  ]);
  return { contentKey, endpointId, platformIds: rows.map(({ id }) => id) };
};

const readSealed = async ({ endpointId, platformIds }: { endpointId: string; platformIds: string[] }) => {
  const platforms = await world.pool.query(
    'select owner_id as id, sealed_key from platform_keys where owner_id = any($1)',
    [platformIds],
  );
  const endpoints = await world.pool.query('select secrets, header from endpoints where id = $1', [endpointId]);
  const secrets = endpoints.rows[0].secrets as { sealed: string; expires_at: string | null; public_key?: string }[];
  const header = endpoints.rows[0].header as { name: string; sealed: string };
  type Platform = { id: string; sealed_key: string };
  return { platforms: platforms.rows as Platform[], secrets, header };
};

const expectAllOpen = async (sealer: Sealer, rows: Awaited<ReturnType<typeof sealRows>>) => {
  expect(await ensureContentKey(world.pool, sealer)).toEqual(rows.contentKey);
  const { platforms, secrets, header } = await readSealed(rows);
  expect(header.sealed.startsWith(sealer.currentPrefix)).toBe(true);
  expect([header.name, sealer.open(header.sealed, headerOf(rows.endpointId))]).toEqual(['X-Key', 'hush']);
  for (const { id, sealed_key } of platforms) {
    expect(sealed_key.startsWith(sealer.currentPrefix)).toBe(true);
    expect(sealer.open(sealed_key, platformKeyOf(id))).toBe(`key of ${id}`);
  }
  const place = endpointSecretOf(rows.endpointId);
  expect(secrets.map(({ sealed, ...rest }) => ({ opened: sealer.open(sealed, place), ...rest }))).toEqual([
    { opened: 'whsec_2', expires_at: null, public_key: 'whpk_2' },
    { opened: 'whsec_1', expires_at: '2030-01-01T00:00:00.000Z' },
  ]);
};

describe('sealed texts', () => {
  it('opens in no other row', async () => {
    const sealer = createSealer(randomBytes(32));
    const one = await sealRows(sealer);
    const other = await sealRows(sealer);
    const [{ secrets, header }, { platforms }] = [await readSealed(one), await readSealed(other)];
    expect(() => sealer.open(secrets[0]?.sealed ?? '', endpointSecretOf(other.endpointId))).toThrow(SealError);
    expect(() => sealer.open(header.sealed, headerOf(other.endpointId))).toThrow(SealError);
    const [a, b] = platforms;
    expect(() => sealer.open(a?.sealed_key ?? '', platformKeyOf(b?.id ?? ''))).toThrow(SealError);
  });
});

describe('a change of SECRETS_KEY', () => {
  it('[P3] ends with nothing under the old key, and the content key is still the same', async () => {
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
    const during = createSealer(newKey, [oldKey]);
    const rows = await sealRows(createSealer(oldKey));
    // The platforms' keys, the content key and the endpoint, with both of its secrets and its header.
    expect(await resealSecrets(world.pool, during)).toBe(rows.platformIds.length + 2);
    expect(await resealSecrets(world.pool, during)).toBe(0);
    await expectAllOpen(createSealer(newKey), rows);
  });

  it('is made once by replicas that start together', async () => {
    const sealer = createSealer(randomBytes(32));
    await world.pool.query('delete from service_secrets');
    const keys = await Promise.all(Array.from({ length: 5 }, () => ensureContentKey(world.pool, sealer)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  });
});
