import type { List, ListOptions } from '../list.js';
import { type CallOptions, pathBelow, type Send } from '../transport.js';
import type { Store, StoreSettings } from '../types.js';
import { callJson, deleteOnce, listFrom } from './read-answer.js';

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
const pathOf = (ref: string): string => pathBelow(storesPath, ref);

export const createStores = (send: Send): Stores => ({
  list: (options) => listFrom(send, { path: storesPath }, options),
  get: (ref, options) => callJson(send, { method: 'GET', path: pathOf(ref), repeat: 'always' }, options),
  put: (ref, settings, options) =>
    callJson(send, { method: 'PUT', path: pathOf(ref), json: settings, repeat: 'always' }, options),
  delete: (ref, options) => deleteOnce(send, pathOf(ref), options),
});
