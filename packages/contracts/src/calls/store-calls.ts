import { pageQuerySchema } from '../list-queries.js';
import { callsOf } from './call.js';
import { address } from './order-examples.js';
import { pathId } from './parameters.js';
import { schemaRef } from './parameters.js';

const stores = '/v1/stores';
const settings = { name: 'Padaria Central, Augusta', phone: '1130001000', address, default: true };
export const storeExample = { ref: 'augusta', ...settings };
const one = `${stores}/{ref}`;
const parameters = [pathId('The store.', schemaRef('StoreRef'), storeExample.ref, 'ref')];

export const storeCalls = callsOf('Stores', {
  listStores: {
    request: ['GET', stores],
    summary: 'List your stores',
    query: pageQuerySchema,
    answers: {
      200: {
        description: 'One page, by `ref`.',
        schema: 'StoreList',
        example: { data: [storeExample], next_cursor: null },
      },
    },
  },
  getStore: {
    request: ['GET', one],
    summary: 'Read a store',
    parameters,
    answers: { 200: { description: 'The store.', schema: 'Store', example: storeExample } },
    problems: ['store_not_found'],
  },
  putStore: {
    request: ['PUT', one],
    summary: 'Add or replace a store',
    description: 'At most 1,000 per merchant. Orders under way are fetched where the store is now. Safe to repeat.',
    parameters,
    body: {
      schema: 'StoreSettings',
      examples: { store: { summary: 'The store of all orders that name none', value: settings } },
    },
    answers: {
      200: { description: 'Replaced.', schema: 'Store', example: storeExample },
      201: { description: 'Added.', schema: 'Store', example: storeExample },
    },
    problems: ['store_not_found', 'store_limit_reached'],
  },
  deleteStore: {
    request: ['DELETE', one],
    summary: 'Delete a store',
    description: 'Orders that name it keep the name; their `store` is `null`.',
    parameters,
    answers: { 204: { description: 'Deleted.' } },
    problems: ['store_not_found'],
  },
});
