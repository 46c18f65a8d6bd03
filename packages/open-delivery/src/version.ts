/** Of the standard. */
const openDeliveryVersion = '1.7.1';

/** Behind it come the standard's own paths. */
export const openDeliveryPath = `/open-delivery/${openDeliveryVersion}`;

/** What the standard calls the logistic service's own id: of this product, in every installation. */
export const openDeliveryAppId = '6f0a3f5e-4f0b-4c5a-9d55-0c7f5b7d2e61';
