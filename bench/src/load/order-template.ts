import { buildOrder } from '@delivery/test-support';
import { orderPlaceholder } from './http-load.js';

/** A real order, about 700 bytes, whose external_id is replaced for each request. */
export const orderTemplate = JSON.stringify(buildOrder({ external_id: orderPlaceholder }));
