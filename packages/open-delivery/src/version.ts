/** Of the standard. */
export const openDeliveryVersion = '1.7.1';

/** Behind it come the standard's own paths. */
export const openDeliveryPath = `/open-delivery/${openDeliveryVersion}`;
