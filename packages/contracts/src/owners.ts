import { z } from 'zod';
import { courierSystemIdSchema } from './couriers.js';
import { merchantIdSchema } from './primitives.js';
import type { MerchantMode } from './sandbox.js';

/** A platform in one mode, as the owner of webhook endpoints. */
const platformOwnerIdSchema = z
  .string()
  .regex(/^plat_(test_)?[0-9a-f]{32}$/, 'expected plat_, or plat_test_, and 32 hexadecimal characters');

/** What has webhook endpoints: a merchant, a courier's system, or a platform in one mode. Their ids are never the same. */
export const ownerIdSchema = z.union([merchantIdSchema, courierSystemIdSchema, platformOwnerIdSchema]);

export const isCourierSystem = (ownerId: string): boolean => courierSystemIdSchema.safeParse(ownerId).success;
export const isPlatform = (ownerId: string): boolean => platformOwnerIdSchema.safeParse(ownerId).success;

/** The function `platform_owner` of order-state's database says the same. */
export const platformOwnerId = (platformId: string, mode: MerchantMode): string =>
  `plat_${mode === 'sandbox' ? 'test_' : ''}${platformId.toLowerCase().replaceAll('-', '')}`;
