import { randomBytes, randomUUID } from 'node:crypto';
import { type CourierMessage, type MerchantMode, schemaVersion } from '@delivery/contracts';
import { insertCourierSystem } from '../../src/couriers/queries.js';
import { nextDirectoryVersion } from '../../src/merchants/queries.js';
import type { LedgerWorld } from './ledger-world.js';

/** A courier's system that serves these merchants. */
export const createSystem = async (
  world: Pick<LedgerWorld, 'pool'>,
  merchantIds: readonly string[],
  mode: MerchantMode = 'live',
): Promise<string> => {
  const id = `cour_${mode === 'sandbox' ? 'test_' : ''}${randomBytes(12).toString('hex')}`;
  const version = await nextDirectoryVersion(world.pool);
  await insertCourierSystem(world.pool, { id, name: 'c', mode, servesAll: false, version });
  for (const merchantId of merchantIds)
    await world.pool.query('insert into courier_system_merchants values ($1, $2)', [id, merchantId]);
  return id;
};

type Accept = Extract<CourierMessage, { type: 'courier.accept_requested' }>;

/** `id` is the id of the claim. */
export const accept = (systemId: string, orderId: string, id: string = randomUUID()): Accept => ({
  id,
  schema_version: schemaVersion,
  type: 'courier.accept_requested',
  courier_system_id: systemId,
  order_id: orderId,
  payload: {},
});
export const release = (systemId: string, orderId: string, claimId: string): CourierMessage => ({
  ...accept(systemId, orderId),
  type: 'courier.release_requested',
  claim_id: claimId,
});
