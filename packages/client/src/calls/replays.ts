import type { List, ListOptions } from '../list.js';
import type { CallOptions, Send } from '../transport.js';
import type { NewReplay, Replay } from '../types.js';
import { listFrom, readJson } from './read-answer.js';

export type Replays = {
  /** Not repeated while its outcome is unknown: the range would be sent twice where the first run is over. */
  create: (replay: NewReplay, options?: CallOptions) => Promise<Replay>;
  list: (options?: ListOptions) => List<Replay>;
  get: (id: string, options?: CallOptions) => Promise<Replay>;
};

const replaysPath = '/v1/webhook-replays';

export const createReplays = (send: Send): Replays => ({
  create: async (replay, options) => {
    const body = JSON.stringify(replay);
    return readJson(await send({ method: 'POST', path: replaysPath, body, repeat: 'if_not_done' }, options));
  },
  list: (options) => listFrom(send, { path: replaysPath }, options),
  get: async (id, options) => {
    const path = `${replaysPath}/${encodeURIComponent(id)}`;
    return readJson(await send({ method: 'GET', path, repeat: 'always' }, options));
  },
});
