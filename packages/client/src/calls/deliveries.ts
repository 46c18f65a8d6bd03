import type { List, ListOptions } from '../list.js';
import type { CallOptions, Send } from '../transport.js';
import type { Delivery, DeliveryFilter, DeliveryWithAttempts, Replay } from '../types.js';
import { listFrom, readJson } from './read-answer.js';

export type Deliveries = {
  list: (filter?: DeliveryFilter, options?: ListOptions) => List<Delivery>;
  /** With what each attempt came to. */
  get: (id: string, options?: CallOptions) => Promise<DeliveryWithAttempts>;
  /** Not repeated while its outcome is unknown: it would be sent twice. */
  replay: (id: string, options?: CallOptions) => Promise<Replay>;
};

const deliveriesPath = '/v1/webhook-deliveries';
const pathOf = (id: string): string => `${deliveriesPath}/${encodeURIComponent(id)}`;

export const createDeliveries = (send: Send): Deliveries => ({
  list: (filter, options) => listFrom(send, { path: deliveriesPath, query: { ...filter } }, options),
  get: async (id, options) => readJson(await send({ method: 'GET', path: pathOf(id), repeat: 'always' }, options)),
  replay: async (id, options) =>
    readJson(await send({ method: 'POST', path: `${pathOf(id)}/replay`, repeat: 'if_not_done' }, options)),
});
