import { pageQuerySchema } from '@delivery/contracts';
import type { Call } from '../openapi/call.js';
import { pathId } from '../openapi/parameters.js';
import { schemaRef } from '../schemas/convert-schemas.js';
import { address } from './order-examples.js';

const tag = 'Stores';
const stores = '/v1/stores';
const settings = { name: 'Padaria Central, Augusta', phone: '1130001000', address, default: true };
export const storeExample = { ref: 'augusta', ...settings };
const one = {
  path: `${stores}/{ref}`,
  tag,
  parameters: [pathId('The store.', schemaRef('StoreRef'), storeExample.ref, 'ref')],
};

const listStores: Call = {
  id: 'listStores',
  method: 'get',
  path: stores,
  tag,
  summary: 'List your stores',
  query: pageQuerySchema,
  answers: {
    200: {
      description: 'One page, by `ref`.',
      schema: 'StoreList',
      example: { data: [storeExample], next_cursor: null },
    },
  },
};

const getStore: Call = {
  ...one,
  id: 'getStore',
  method: 'get',
  summary: 'Read a store',
  answers: { 200: { description: 'The store.', schema: 'Store', example: storeExample } },
  problems: ['store_not_found'],
};

const putStore: Call = {
  ...one,
  id: 'putStore',
  method: 'put',
  summary: 'Add or replace a store',
  description: 'At most 1,000 per merchant. Orders under way are fetched where the store is now. Safe to repeat.',
  body: {
    schema: 'StoreSettings',
    required: true,
    examples: { store: { summary: 'The store of all orders that name none', value: settings } },
  },
  answers: {
    200: { description: 'Replaced.', schema: 'Store', example: storeExample },
    201: { description: 'Added.', schema: 'Store', example: storeExample },
  },
  problems: ['store_not_found', 'store_limit_reached'],
};

const deleteStore: Call = {
  ...one,
  id: 'deleteStore',
  method: 'delete',
  summary: 'Delete a store',
  description: 'Orders that name it keep the name; their `store` is `null`.',
  answers: { 204: { description: 'Deleted.' } },
  problems: ['store_not_found'],
};

export const storeCalls: readonly Call[] = [listStores, getStore, putStore, deleteStore];
