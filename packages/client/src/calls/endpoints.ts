import { type CallOptions, pathBelow, type Send } from '../transport.js';
import type * as api from '../types.js';
import type { Acked, PulledMessage } from '../types.js';
import { callJson, deleteOnce, type List, listFrom } from './read-answer.js';

export type HistoryOptions = CallOptions & { span?: 'hour' | 'day' };

/** `since`: what was given up of what was created from then on is sent again, too. */
export type CatchUpOptions = CallOptions & { since?: string };

export type EndpointTestOptions = CallOptions & api.EndpointTestSettings;

export type RotateOptions = CallOptions & api.RotatedSecret;

export type Endpoints = {
  /** At most 25. */
  list: (options?: CallOptions) => List<api.Endpoint>;
  get: (id: string, options?: CallOptions) => Promise<api.Endpoint>;
  /** Its answers, their times, and its backlog: the last hour by minutes, or the last day. `day` means 24 hours. */
  history: (id: string, options?: HistoryOptions) => Promise<api.EndpointHistory>;
  /** Not repeated while its outcome is unknown: the repeat could not show the secret. */
  create: (settings: api.NewEndpoint, options?: CallOptions) => Promise<api.EndpointWithSecret>;
  /**
   * For deployments: the endpoint that has your own name `reference` is made, or changed to these settings. Not
   * repeated while its outcome is unknown: the repeat could not show the secret of a new one.
   */
  ensure: (reference: string, settings: api.NewEndpoint, options?: CallOptions) => Promise<api.EnsuredEndpoint>;
  /** Absent settings stay as they are. Safe to repeat. */
  update: (id: string, changes: api.EndpointChanges, options?: CallOptions) => Promise<api.Endpoint>;
  /** Its waiting webhooks are skipped. */
  delete: (id: string, options?: CallOptions) => Promise<void>;
  /**
   * One signed example, of the event that is named, else of the first one that the endpoint names. Not repeated while
   * its outcome is unknown.
   */
  test: (id: string, options?: EndpointTestOptions) => Promise<api.EndpointTestStarted>;
  /**
   * The old secret or key signs for 24 h more; `signature` changes the algorithm. Not repeated while its outcome is
   * unknown.
   */
  rotateSecret: (id: string, options?: RotateOptions) => Promise<api.EndpointWithSecret>;
  /** The public keys of an owner: of a merchant, its `merchant_id`. */
  keys: (ownerId: string, options?: CallOptions) => Promise<api.WebhookKeys>;
  /** Its held webhooks are sent, in order. */
  enable: (id: string, options?: CallOptions) => Promise<api.Endpoint>;
  /**
   * Sends webhooks whose last attempt failed now, in order. With `since` it is not repeated while its outcome is
   * unknown.
   */
  catchUp: (id: string, options?: CatchUpOptions) => Promise<api.Endpoint>;
  /** How many webhooks of how many orders a catch-up or `enable` would send, and about how long that takes. */
  waiting: (id: string, options?: CatchUpOptions) => Promise<api.WebhookPreview>;
  /** Its webhooks are held. */
  disable: (id: string, options?: CallOptions) => Promise<api.Endpoint>;
  /** One page of a pull endpoint's messages: ack each before its visibility ends. `wait` waits for the first one. */
  messages: (id: string, options?: MessageOptions) => Promise<api.PulledMessage[]>;
  /** An acked message does not come again, and the next event of its order may. Safe to repeat. */
  ack: (id: string, messageIds: readonly string[], options?: CallOptions) => Promise<api.Acked>;
  /**
   * Message by message, for ever: `for await (const message of client.endpoints.pull(id))`. One is acked once the next
   * is asked for; a message that the loop leaves by `break` or an error comes again. End it with `signal`.
   */
  pull: (id: string, options?: MessageOptions) => AsyncGenerator<api.PulledMessage, void, undefined>;
};

const endpointsPath = '/v1/webhook-endpoints';
const referredBy = (reference: string): string => pathBelow(`${endpointsPath}/by-reference`, reference);
const pathOf = (id: string): string => pathBelow(endpointsPath, id);

export const createEndpoints = (send: Send): Endpoints => {
  const call = <T>(request: Parameters<typeof callJson>[1], options?: CallOptions): Promise<T> =>
    callJson<T>(send, request, options);
  return {
    list: (options) => listFrom(send, { path: endpointsPath }, options),
    get: (id, options) => call({ method: 'GET', path: pathOf(id), repeat: 'always' }, options),
    history: (id, { span, ...options } = {}) =>
      call({ method: 'GET', path: `${pathOf(id)}/history`, query: { span }, repeat: 'always' }, options),
    create: (settings, options) =>
      call({ method: 'POST', path: endpointsPath, json: settings, repeat: 'if_not_done' }, options),
    ensure: (reference, settings, options) =>
      call({ method: 'PUT', path: referredBy(reference), json: settings, repeat: 'if_not_done' }, options),
    update: (id, changes, options) =>
      call({ method: 'PATCH', path: pathOf(id), json: changes, repeat: 'always' }, options),
    delete: (id, options) => deleteOnce(send, pathOf(id), options),
    test: (id, { event, ...options } = {}) => {
      const json = event === undefined ? undefined : { event };
      return call({ method: 'POST', path: `${pathOf(id)}/test`, json, repeat: 'if_not_done' }, options);
    },
    rotateSecret: (id, { signature, ...options } = {}) => {
      const json = signature === undefined ? undefined : { signature };
      return call({ method: 'POST', path: `${pathOf(id)}/rotate-secret`, json, repeat: 'if_not_done' }, options);
    },
    keys: (ownerId, options) =>
      call({ method: 'GET', path: pathBelow('/v1/webhook-keys', ownerId), repeat: 'always' }, options),
    enable: (id, options) => call({ method: 'POST', path: `${pathOf(id)}/enable`, repeat: 'always' }, options),
    catchUp: (id, { since, ...options } = {}) => {
      const given =
        since === undefined ? { repeat: 'always' as const } : { json: { since }, repeat: 'if_not_done' as const };
      return call({ method: 'POST', path: `${pathOf(id)}/catch-up`, ...given }, options);
    },
    waiting: (id, { since, ...options } = {}) =>
      call({ method: 'GET', path: `${pathOf(id)}/waiting`, query: { since }, repeat: 'always' }, options),
    disable: (id, options) => call({ method: 'POST', path: `${pathOf(id)}/disable`, repeat: 'always' }, options),
    messages: (id, options) => readMessages(send, id, options),
    ack: (id, messageIds, options) => ackMessages(send, id, messageIds, options),
    pull: (id, options) => pullMessages(send, id, options),
  };
};

export type MessageOptions = {
  /** How many at most, 1 to 100. Default 100. */
  limit?: number;
  /** Seconds to wait where there is none, 0 to 30. Default 0; of `pull` 20. */
  wait?: number;
  /** Seconds for which no other call gets these messages, 5 to 600. Default 30. */
  visibility?: number;
  signal?: AbortSignal;
};

const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

const readMessages = async (
  send: Send,
  endpointId: string,
  { signal, ...query }: MessageOptions = {},
): Promise<PulledMessage[]> => {
  const path = `${pathOf(endpointId)}/messages`;
  // A lost answer costs time: its messages come again when their visibility ends.
  const request = { method: 'GET', path, query, waitMs: (query.wait ?? 0) * 1_000, repeat: 'always' } as const;
  return (await callJson<{ data: PulledMessage[] }>(send, request, withSignal(signal))).data;
};

const ackMessages = async (
  send: Send,
  endpointId: string,
  ids: readonly string[],
  { signal }: Pick<MessageOptions, 'signal'> = {},
): Promise<Acked> => {
  const request = { method: 'POST', path: `${pathOf(endpointId)}/ack`, json: { ids }, repeat: 'always' } as const;
  return callJson<Acked>(send, request, withSignal(signal));
};

/** Handled ones are acked with the rest of their page, but no later than after this share of their visibility. */
const ackAfterShare = 1 / 3;
const defaultVisibilitySeconds = 30;
const defaultWaitSeconds = 20;

/**
 * Message by message, for ever. One is handled when the next one is asked for; one that the loop leaves by `break` or
 * an error is not, and comes again.
 */
async function* pullMessages(
  send: Send,
  endpointId: string,
  options: MessageOptions = {},
): AsyncGenerator<PulledMessage, void, undefined> {
  const visibilityMs = (options.visibility ?? defaultVisibilitySeconds) * 1_000;
  let handled: string[] = [];
  const ack = async (): Promise<void> => {
    const ids = handled;
    handled = [];
    if (ids.length > 0) await ackMessages(send, endpointId, ids, options);
  };
  for (;;) {
    const page = await readMessages(send, endpointId, { wait: defaultWaitSeconds, ...options });
    const receivedMs = Date.now();
    try {
      for (const message of page) {
        const ageMs = Date.now() - receivedMs;
        // Its visibility is over: another process may have it by now.
        if (ageMs >= visibilityMs) break;
        if (ageMs >= visibilityMs * ackAfterShare) await ack();
        yield message;
        handled.push(message.id);
      }
    } finally {
      await ack();
    }
  }
}
