import { type CallOptions, pathBelow, type PreviewedOptions, type Send } from '../transport.js';
import type {
  Delivery,
  DeliveryFilter,
  DeliveryWithAttempts,
  NewReplay,
  Replay,
  ReplayPreview,
  SentRequests,
} from '../types.js';
import { callJson, type List, listFrom, type ListOptions } from './read-answer.js';

export type Deliveries = {
  list: (filter?: DeliveryFilter, options?: ListOptions) => List<Delivery>;
  /** With the result of each attempt. */
  get: (id: string, options?: CallOptions) => Promise<DeliveryWithAttempts>;
  /** The requests as they were posted, for the newest hundred attempts. */
  requests: (id: string, options?: CallOptions) => Promise<SentRequests>;
  /**
   * A waiting one goes out now, or the one of its order that has to go before. @returns the one that goes out. Safe to
   * repeat.
   */
  sendNow: (id: string, options?: CallOptions) => Promise<Delivery>;
  /** Not repeated while its outcome is unknown: it would be sent twice. */
  replay: (id: string, options?: PreviewedOptions) => Promise<Replay>;
};

const deliveriesPath = '/v1/webhook-deliveries';
const pathOf = (id: string): string => pathBelow(deliveriesPath, id);

export const createDeliveries = (send: Send): Deliveries => ({
  list: (filter, options) => listFrom(send, { path: deliveriesPath, query: { ...filter } }, options),
  get: (id, options) => callJson(send, { method: 'GET', path: pathOf(id), repeat: 'always' }, options),
  requests: (id, options) =>
    callJson(send, { method: 'GET', path: `${pathOf(id)}/requests`, repeat: 'always' }, options),
  sendNow: (id, options) =>
    callJson(send, { method: 'POST', path: `${pathOf(id)}/send-now`, repeat: 'always' }, options),
  replay: (id, options) =>
    callJson(send, { method: 'POST', path: `${pathOf(id)}/replay`, repeat: 'if_not_done' }, options),
});

export type Replays = {
  /**
   * A range, or up to two hundred deliveries by their ids; those that cannot be sent again now are left out. Not repeated
   * while its outcome is unknown: they would be sent twice if the first run is over.
   */
  create: (replay: NewReplay, options?: PreviewedOptions) => Promise<Replay>;
  /** How many deliveries of how many orders that would send, and about how long it takes. Changes nothing. */
  preview: (replay: NewReplay, options?: CallOptions) => Promise<ReplayPreview>;
  list: (options?: ListOptions) => List<Replay>;
  get: (id: string, options?: CallOptions) => Promise<Replay>;
};

const replaysPath = '/v1/webhook-replays';

export const createReplays = (send: Send): Replays => ({
  create: (replay, options) =>
    callJson(send, { method: 'POST', path: replaysPath, json: replay, repeat: 'if_not_done' }, options),
  preview: (replay, options) =>
    callJson(send, { method: 'POST', path: `${replaysPath}/preview`, json: replay, repeat: 'always' }, options),
  list: (options) => listFrom(send, { path: replaysPath }, options),
  get: (id, options) => callJson(send, { method: 'GET', path: pathBelow(replaysPath, id), repeat: 'always' }, options),
});
