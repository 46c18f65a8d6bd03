import type { CallOptions, Send } from '../transport.js';
import type { MerchantSettings } from '../types.js';
import { callJson } from './read-answer.js';

export type Settings = {
  get: (options?: CallOptions) => Promise<MerchantSettings>;
  /** Safe to repeat. */
  change: (changes: MerchantSettings, options?: CallOptions) => Promise<MerchantSettings>;
};

const path = '/v1/settings';

export const createSettings = (send: Send): Settings => ({
  get: (options) => callJson(send, { method: 'GET', path, repeat: 'always' }, options),
  change: (changes, options) => callJson(send, { method: 'PATCH', path, json: changes, repeat: 'always' }, options),
});
