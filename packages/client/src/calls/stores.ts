import type { List, ListOptions } from '../list.js';
import type { CallOptions, Send } from '../transport.js';
import type { Store, StoreSettings } from '../types.js';
import { deleteOnce } from './delete-once.js';
import { listFrom, readJson } from './read-answer.js';

export type Stores = {
  /** By `ref`. */
  list: (options?: ListOptions) => List<Store>;
  get: (ref: string, options?: CallOptions) => Promise<Store>;
  /** Adds the store, or replaces all of it. Safe to repeat. */
  put: (ref: string, settings: StoreSettings, options?: CallOptions) => Promise<Store>;
  /** Orders that name it keep the name, and have no store until there is one of that name again. */
  delete: (ref: string, options?: CallOptions) => Promise<void>;
};

const storesPath = '/v1/stores';
const pathOf = (ref: string): string => `${storesPath}/${encodeURIComponent(ref)}`;

export const createStores = (send: Send): Stores => ({
  list: (options) => listFrom(send, { path: storesPath }, options),
  get: async (ref, options) =>
    readJson<Store>(await send({ method: 'GET', path: pathOf(ref), repeat: 'always' }, options)),
  put: async (ref, settings, options) => {
    const body = JSON.stringify(settings);
    return readJson<Store>(await send({ method: 'PUT', path: pathOf(ref), body, repeat: 'always' }, options));
  },
  delete: (ref, options) => deleteOnce(send, pathOf(ref), options),
});
