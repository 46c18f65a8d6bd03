import { pathId } from './parameters.js';

export const merchantId = '4c1d0b7e9a2f48d6b3e5f7081a9c2d4e';
export const merchantIdSchema = { type: 'string', pattern: '^[0-9a-f]{32}$' };

/** Of a call about one merchant. */
export const merchantParameters = [pathId('The merchant.', merchantIdSchema, merchantId, 'merchant_id')];
