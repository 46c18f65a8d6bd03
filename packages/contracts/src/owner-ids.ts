import type { MerchantMode } from './sandbox.js';

export const courierSystemIdPattern = /^cour_(test_)?[0-9a-f]{24}$/;
export const platformOwnerIdPattern = /^plat_(test_)?[0-9a-f]{32}$/;

export const isCourierSystem = (ownerId: string): boolean => courierSystemIdPattern.test(ownerId);
export const isPlatform = (ownerId: string): boolean => platformOwnerIdPattern.test(ownerId);

/** The id that a platform's owner gets when the platform is made. */
export const platformOwnerId = (platformId: string, mode: MerchantMode): string =>
  `plat_${mode === 'sandbox' ? 'test_' : ''}${platformId.toLowerCase().replaceAll('-', '')}`;

/** The platform whose owner id it is. */
export const platformOfOwner = (ownerId: string): { id: string; mode: MerchantMode } | undefined => {
  if (!isPlatform(ownerId)) return undefined;
  const id = ownerId.slice(-32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { id, mode: ownerId.startsWith('plat_test_') ? 'sandbox' : 'live' };
};
