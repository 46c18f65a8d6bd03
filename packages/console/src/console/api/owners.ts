/** Merchants, couriers' systems and platforms have endpoints, webhooks and replays. */
export const isMerchant = (ownerId: string): boolean => !/^(cour|plat)_/.test(ownerId);

/** Platforms have none. */
export const hasPage = (ownerId: string): boolean => !ownerId.startsWith('plat_');

/** Of the operator API. */
export const ownerPath = (ownerId: string): string =>
  `/${isMerchant(ownerId) ? 'merchants' : 'courier-systems'}/${encodeURIComponent(ownerId)}`;

/** Of this page. */
export const ownerPlace = (ownerId: string): string[] => [isMerchant(ownerId) ? 'merchants' : 'couriers', ownerId];
