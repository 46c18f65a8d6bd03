import type { MerchantMode } from '@delivery/contracts';
import type { Transaction } from '@delivery/postgres';
import { nextDirectoryVersion, setMerchantVersion } from '../merchants/queries.js';
import { merchantNotFound } from './read-params.js';

/** The directory's lock is held from here on: credentials of a merchant are counted by one transaction at a time. */
export const touchMerchant = async (client: Transaction, merchantId: string): Promise<MerchantMode> => {
  const version = await nextDirectoryVersion(client);
  const mode = await setMerchantVersion(client, merchantId, version);
  if (!mode) throw merchantNotFound();
  return mode;
};
