/** Merchants, couriers' systems and platforms have endpoints. */
export const isMerchant = (ownerId: string): boolean => !/^(cour|plat)_/.test(ownerId);

/** Of a platform, its calls alone show its webhooks and replays. */
export const hasDeliveries = (ownerId: string): boolean => !ownerId.startsWith('plat_');

/** Of the operator API. */
export const ownerPath = (ownerId: string): string =>
  `/${isMerchant(ownerId) ? 'merchants' : 'courier-systems'}/${encodeURIComponent(ownerId)}`;

/** Of this page. */
export const ownerPlace = (ownerId: string): string[] => {
  const platform = /^plat_(?:test_)?(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(ownerId);
  if (platform) return ['platforms', platform.slice(1).join('-')];
  return [isMerchant(ownerId) ? 'merchants' : 'couriers', ownerId];
};
