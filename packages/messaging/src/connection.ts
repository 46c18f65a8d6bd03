import { inspectQueues, type QueueState, restoreBindings } from './assert-topology.js';
import {
  type ConnectionCore,
  type ConnectionOptions,
  type ConnectionState,
  declareTopology,
  type Participant,
  repairDelayMs,
  runReconnectLoop,
} from './reconnect-loop.js';
import { createObservable, type Observable, settlesWithin } from './waiting.js';

export type Connection = {
  isReady: () => boolean;
  isBlocked: () => boolean;
  state: () => ConnectionState;
  /**
   * Why it is not ready, in words that are safe to publish: errors of the broker and the socket name hosts and users.
   */
  missing: () => 'connecting' | 'connection lost' | 'closed' | undefined;
  /** Resolves when topology is declared and all participants are set up; rejects when aborted or closed. */
  waitUntilReady: (signal?: AbortSignal) => Promise<void>;
  /** Each returns the way to stop listening. */
  onBlocked: (listener: (reason: string) => void) => () => void;
  onUnblocked: (listener: () => void) => () => void;
  /** Declares the topology again, a second later: a caller saw that a part of it is missing. */
  repairTopology: () => void;
  /** Makes all bindings again, while it is ready. Rejects where a queue or an exchange is missing. */
  restoreBindings: () => Promise<void>;
  /**
   * Messages ready in each of these queues, and their consumers; `undefined` while the connection is not ready. Rejects
   * when it is lost meanwhile.
   */
  inspectQueues: (queues: readonly string[]) => Promise<Map<string, QueueState> | undefined>;
  /** Drains and closes its publishers and consumers, then itself, within `timeoutMs`. Afterwards it stays closed. */
  close: (limits: { timeoutMs: number }) => Promise<void>;
  /** For the publishers and consumers of this package: joins the links to come, and the present one. */
  join: (participant: Participant) => void;
};

/**
 * One connection that heals itself, for ever. It starts connecting at once; publishers and consumers are created on it
 * before or after it is ready. A process has two: one that only consumes, one that publishes, because during an alarm
 * the broker reads nothing from a connection that has published, acks included.
 */
export const createConnection = (options: ConnectionOptions): Connection => {
  const core = createCore(options);
  if (options.onState) core.state.subscribe(options.onState);
  const loop = runReconnectLoop(core);
  return {
    isReady: () => core.state.get().phase === 'ready',
    isBlocked: () => core.state.get().isBlocked,
    state: core.state.get,
    missing: () => missingIn[core.state.get().phase],
    waitUntilReady: (signal) => waitUntilReady(core.state, signal),
    onBlocked: (listener) =>
      core.state.subscribe((now, before) => {
        if (now.isBlocked && !before.isBlocked) listener(now.reason ?? 'blocked');
      }),
    onUnblocked: (listener) =>
      core.state.subscribe((now, before) => {
        if (!now.isBlocked && before.isBlocked) listener();
      }),
    repairTopology: () => repairTopology(core),
    restoreBindings: async () => {
      const { topology } = core.options;
      if (core.readyLink && topology) await restoreBindings(core.readyLink.model, topology);
    },
    inspectQueues: async (queues) => core.readyLink && inspectQueues(core.readyLink.model, queues),
    close: (limits) => closeConnection(core, loop, limits.timeoutMs),
    join: (participant) => joinConnection(core, participant),
  };
};

const missingIn = { connecting: 'connecting', lost: 'connection lost', closed: 'closed', ready: undefined } as const;

const createCore = (options: ConnectionOptions): ConnectionCore => ({
  options: {
    backoff: { minMs: 100, maxMs: 5_000 },
    heartbeatSeconds: 5,
    connectTimeoutMs: 2_000,
    setupTimeoutMs: 30_000,
    ...options,
    topology: options.topology,
  },
  state: createObservable<ConnectionState>({ phase: 'connecting', isBlocked: false, reason: 'not yet connected' }),
  participants: [],
  link: undefined,
  readyLink: undefined,
  isTopologyDeclared: false,
  repairTimer: undefined,
  addresses: options.urls.map((url) => ({ url, host: new URL(url).host })),
  // Replicas begin with different nodes, so that none has them all.
  dialled: Math.floor(Math.random() * options.urls.length),
  closing: new AbortController(),
});

const joinConnection = (core: ConnectionCore, participant: Participant): void => {
  core.participants.push(participant);
  const link = core.readyLink;
  if (link) participant.setUp(link).catch(link.fail);
};

const repairTopology = (core: ConnectionCore): void => {
  // A link that is lost before its repair leaves it to the next one.
  core.isTopologyDeclared = false;
  if (core.repairTimer) return;
  core.repairTimer = setTimeout(() => {
    core.repairTimer = undefined;
    // A setup that was under way when this was asked for may have seen what is missing now.
    core.isTopologyDeclared = false;
    const link = core.readyLink;
    if (link) declareTopology(core, link).catch(link.fail);
  }, repairDelayMs);
  core.repairTimer.unref();
};

const waitUntilReady = (state: Observable<ConnectionState>, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const { phase, reason } = state.get();
      if (phase !== 'ready' && phase !== 'closed' && !signal?.aborted) return;
      unsubscribe();
      signal?.removeEventListener('abort', look);
      if (phase === 'ready') resolve();
      else reject(new Error(`connection is not ready: ${reason ?? phase}`));
    };
    const unsubscribe = state.subscribe(look);
    signal?.addEventListener('abort', look);
    look();
  });

const closeConnection = async (core: ConnectionCore, loop: Promise<void>, timeoutMs: number): Promise<void> => {
  const deadlineMs = Date.now() + timeoutMs;
  await settlesWithin(
    Promise.allSettled(core.participants.map((participant) => participant.drain({ timeoutMs }))),
    timeoutMs,
  );
  core.closing.abort();
  // Ends the loop's wait; its last act is to close the link, for which some time is left even after a slow drain.
  core.link?.fail(new Error('closed by this process'));
  await settlesWithin(loop, Math.max(closeGraceMs, deadlineMs - Date.now()));
};

const closeGraceMs = 2_000;
