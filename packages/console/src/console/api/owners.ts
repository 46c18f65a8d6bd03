import type { MerchantMode } from '@delivery/contracts';

/** Merchants, couriers' systems and platforms have endpoints. */
const isMerchant = (ownerId: string): boolean => !/^(cour|plat)_/.test(ownerId);
export const isCourierSystem = (ownerId: string): boolean => ownerId.startsWith('cour_');

/** A platform in one mode, as the owner of endpoints. */
export const platformOwner = (platformId: string, mode: MerchantMode): string =>
  `plat_${mode === 'sandbox' ? 'test_' : ''}${platformId.replaceAll('-', '')}`;

const platformOf = (ownerId: string): [id: string, mode: MerchantMode] | undefined => {
  const [, isTest, ...parts] = /^plat_(test_)?(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(ownerId) ?? [];
  return parts.length === 0 ? undefined : [parts.join('-'), isTest ? 'sandbox' : 'live'];
};

/** Of the operator API. */
export const ownerPath = (ownerId: string): string => {
  const platform = platformOf(ownerId);
  if (platform) return `/platforms/${platform.join('/modes/')}`;
  return `/${isMerchant(ownerId) ? 'merchants' : 'courier-systems'}/${encodeURIComponent(ownerId)}`;
};

/** Of this page. */
export const ownerPlace = (ownerId: string): string[] => {
  const platform = platformOf(ownerId);
  if (platform) return ['platforms', ...platform];
  return [isMerchant(ownerId) ? 'merchants' : 'couriers', ownerId];
};
