import type { List, ListOptions } from '../list.js';
import type { CallOptions, PreviewedOptions, Send } from '../transport.js';
import type { NewReplay, Replay, WebhookPreview } from '../types.js';
import { previewHeader } from './preview-header.js';
import { listFrom, readJson } from './read-answer.js';

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
  create: async (replay, options) => {
    const body = JSON.stringify(replay);
    const request = {
      method: 'POST',
      path: replaysPath,
      ...previewHeader(options),
      body,
      repeat: 'if_not_done',
    } as const;
    return readJson(await send(request, options));
  },
  preview: async (replay, options) => {
    const body = JSON.stringify(replay);
    return readJson(await send({ method: 'POST', path: `${replaysPath}/preview`, body, repeat: 'always' }, options));
  },
  list: (options) => listFrom(send, { path: replaysPath }, options),
  get: async (id, options) => {
    const path = `${replaysPath}/${encodeURIComponent(id)}`;
    return readJson(await send({ method: 'GET', path, repeat: 'always' }, options));
  },
});
