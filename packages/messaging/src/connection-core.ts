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
  /** `amqp(s)://` addresses of the nodes of one cluster, at least one. Tried in turn, beginning with any of them. */
  urls: readonly string[];
  /** Shown by the management UI, e.g. `order-state.consume`. */
  name: string;
  logger: MessagingLogger;
  /**
   * Declared before anything is consumed or published, and again when the broker says that a part of it is missing.
   * Not on every connect: while a node of the cluster is frozen, a healthy one may take a minute for one binding.
   */
  topology?: Topology;
  /** The pause before the next address is dialled; it grows when all have been. Default 100 ms to 5 s. */
  backoff?: Backoff;
  /** A peer that is silent for two to three times as long is lost. Default 5 s. */
  heartbeatSeconds?: number;
  /** For one address, until the broker has let us in. Default 2 s. */
  connectTimeoutMs?: number;
  setupTimeoutMs?: number;
  onState?: (state: ConnectionState) => void;
};

/**
 * A publisher or consumer on a connection. `setUp` runs on every new link and must register its own channel's end with
 * `link.fail`. `drain` is called once, by `close`.
 */
export type Participant = { setUp(link: Link): Promise<void>; drain(limits: { timeoutMs: number }): Promise<void> };

/** `host` is for the log: without user, password and vhost. */
export type Address = { url: string; host: string };

export type ConnectionCore = {
  options: Required<Omit<ConnectionOptions, 'topology' | 'onState'>> & { topology: Topology | undefined };
  state: Observable<ConnectionState>;
  participants: Participant[];
  link: Link | undefined;
  /** Set at the end of the common setup: participants that join later are set up alone. */
  readyLink: Link | undefined;
  isTopologyDeclared: boolean;
  repairTimer: NodeJS.Timeout | undefined;
  addresses: readonly Address[];
  /** Counts the addresses dialled; the next one is this, modulo their number. */
  dialled: number;
  closing: AbortController;
};
