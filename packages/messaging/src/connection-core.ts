import type { Topology } from '@delivery/contracts';
import type { Backoff } from './backoff.js';
import type { Link } from './link.js';
import type { MessagingLogger } from './logger.js';
import type { Observable } from './observable.js';

export type ConnectionState = {
  /** `lost` lasts until it is ready again: the loop is waiting or trying. */
  phase: 'connecting' | 'ready' | 'lost' | 'closed';
  /** The broker has an alarm and reads nothing from this connection until it is over. */
  isBlocked: boolean;
  /** Why it is not ready, or why it is blocked, in the broker's or the socket's words. */
  reason: string | undefined;
};

export type ConnectionOptions = {
  url: string;
  /** Shown by the management UI, e.g. `order-state.consume`. */
  name: string;
  logger: MessagingLogger;
  /** Declared on every connect, before anything is consumed or published. */
  topology?: Topology;
  backoff?: Backoff;
  heartbeatSeconds?: number;
  connectTimeoutMs?: number;
  setupTimeoutMs?: number;
  onState?: (state: ConnectionState) => void;
};

/**
 * What lives on a connection. `setUp` runs on every new link and must register its own channel's end with `link.fail`.
 * `drain` is called once, by `close`.
 */
export type Participant = { setUp(link: Link): Promise<void>; drain(limits: { timeoutMs: number }): Promise<void> };

export type ConnectionCore = {
  options: Required<Omit<ConnectionOptions, 'topology' | 'onState'>> & { topology: Topology | undefined };
  state: Observable<ConnectionState>;
  participants: Participant[];
  link: Link | undefined;
  /** Set from the end of the common setup on: who joins later is set up alone. */
  readyLink: Link | undefined;
  repairTimer: NodeJS.Timeout | undefined;
  closing: AbortController;
};
