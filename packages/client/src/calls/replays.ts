import type { List, ListOptions } from '../list.js';
import { type CallOptions, pathBelow, type PreviewedOptions, type Send } from '../transport.js';
import type { NewReplay, Replay, WebhookPreview } from '../types.js';
import { callJson, listFrom } from './read-answer.js';

export type Replays = {
  /** Not repeated while its outcome is unknown: the range would be sent twice where the first run is over. */
  create: (replay: NewReplay, options?: PreviewedOptions) => Promise<Replay>;
  /** How many deliveries of how many orders that would send, and about how long it takes. Changes nothing. */
  preview: (replay: NewReplay, options?: CallOptions) => Promise<WebhookPreview>;
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
