import { setTimeout as delay } from 'node:timers/promises';
import type { Topology } from '@delivery/contracts';
import { assertTopology, isMissingTopology } from './assert-topology.js';
import { toError } from './errors.js';
import { type Link, openLink } from './link.js';
import { type Backoff, backoffDelayMs, type Observable, settlesWithin } from './waiting.js';

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
type Address = { url: string; host: string };

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

/** The part of a pino logger that this package uses. */
export type MessagingLogger = {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/** Connects, sets up, waits for the end, backs off, for ever: only `closing` ends it. It never rejects. */
export const runReconnectLoop = async (core: ConnectionCore): Promise<void> => {
  const trouble = createTroubleLog(core.options.logger, core.options.name);
  const isClosing = () => core.closing.signal.aborted;
  let attempt = 0;
  // The creator of a connection joins its publishers and consumers in the same tick: the first link finds them all.
  await Promise.resolve();
  while (!isClosing()) {
    const address = nextAddress(core);
    const life = await liveOnce(core, address, trouble);
    if (isClosing()) break;
    // A link that was ready and died at once is as bad as none: without this, a fault after setup would spin.
    attempt = life.readyMs >= stableAfterMs ? 0 : attempt + 1;
    trouble.lost(life.error, life.readyMs, address.host);
    // By round: one address that is down says nothing of the next.
    const round = Math.floor(attempt / core.addresses.length);
    const backoffMs = backoffDelayMs(round, core.options.backoff, Math.random());
    const leastMs = isMissingTopology(life.error) ? repairDelayMs : 0;
    await delay(Math.max(leastMs, backoffMs), undefined, { signal: core.closing.signal }).catch(() => undefined);
  }
  core.state.set({ phase: 'closed', isBlocked: false, reason: 'closed by this process' });
};

/**
 * The pause before a missing queue is declared again. A quorum queue that is declared anew within some 20 ms of its
 * deletion keeps its old consumers on the books, of any connection, but neither cancels them nor delivers to them
 * (RabbitMQ 3.10). 100 ms were enough for the cancels to go out.
 */
export const repairDelayMs = 1_000;

const stableAfterMs = 10_000;
/** A broker that answers does so in milliseconds; one that does not must not hold up the next link. */
const closeTimeoutMs = 250;

type Life = { error: Error; readyMs: number };

const liveOnce = async (core: ConnectionCore, address: Address, trouble: TroubleLog): Promise<Life> => {
  let link: Link | undefined;
  const end = (error: Error, readyMs: number): Life => {
    core.readyLink = undefined;
    if (isMissingTopology(error)) core.isTopologyDeclared = false;
    core.state.set({ phase: 'lost', isBlocked: false, reason: error.message });
    return { error, readyMs };
  };
  try {
    link = await openConfiguredLink(core, address.url);
    core.link = link;
    await setUpWithin(core, link);
    const readyAtMs = Date.now();
    trouble.over(address.host);
    const { isBlocked, reason } = core.state.get();
    core.state.set({ phase: 'ready', isBlocked, reason: isBlocked ? reason : undefined });
    const error = await link.lost;
    return end(error, Math.max(1, Date.now() - readyAtMs));
  } catch (error) {
    return end(toError(error), 0);
  } finally {
    core.link = undefined;
    // A socket that still works is closed too: a link with one dead channel is not healed, it is replaced.
    link?.fail(new Error('link replaced'));
    await link?.close(closeTimeoutMs);
  }
};

const openConfiguredLink = (core: ConnectionCore, url: string): Promise<Link> => {
  const { name, heartbeatSeconds, connectTimeoutMs } = core.options;
  const { state } = core;
  return openLink({
    url,
    name,
    heartbeatSeconds,
    connectTimeoutMs,
    signal: core.closing.signal,
    onBlocked: (reason) => state.set({ ...state.get(), isBlocked: true, reason: `blocked by the broker: ${reason}` }),
    onUnblocked: () => state.set({ ...state.get(), isBlocked: false, reason: undefined }),
  });
};

/** For any reason that the last link ended, the next one is to another node. */
const nextAddress = (core: ConnectionCore): Address => {
  const address = core.addresses[core.dialled % core.addresses.length];
  core.dialled += 1;
  if (!address) throw new Error('expected at least one broker URL');
  return address;
};

/**
 * Heartbeats notice a dead broker; the time limit notices one that lives and does not answer (a queue without leader).
 */
const setUpWithin = async (core: ConnectionCore, link: Link): Promise<void> => {
  const ended = link.lost.then((error) => Promise.reject(error));
  const inTime = await settlesWithin(Promise.race([setUp(core, link), ended]), core.options.setupTimeoutMs);
  if (!inTime) throw new Error(`setup did not finish within ${core.options.setupTimeoutMs} ms`);
};

const setUp = async (core: ConnectionCore, link: Link): Promise<void> => {
  await declareTopology(core, link);
  // An array iterator also reaches the participants that join during the setup.
  for (const participant of core.participants) await participant.setUp(link);
  core.readyLink = link;
};

/** Once, and again when something was missing: see `ConnectionOptions.topology`. */
export const declareTopology = async (core: ConnectionCore, link: Link): Promise<void> => {
  if (core.isTopologyDeclared || !core.options.topology) return;
  await assertTopology(link.model, core.options.topology);
  core.isTopologyDeclared = true;
};

type TroubleLog = {
  lost: (error: Error, readyMs: number, address: string) => void;
  over: (address: string) => void;
};

const repeatEveryMs = 60_000;

/**
 * One line for each reason when trouble starts or changes, once more a minute while it lasts, one line when it is over:
 * never one per try. Addresses that are tried in turn may each have a reason of their own.
 */
export const createTroubleLog = (logger: MessagingLogger, connection: string, now = Date.now): TroubleLog => {
  let tries = 0;
  let sinceMs = now();
  let periodStartMs = now();
  const logged = new Set<string>();
  return {
    lost: (error, readyMs, address) => {
      if (readyMs > 0) sinceMs = now();
      tries += 1;
      if (readyMs > 0 || now() - periodStartMs >= repeatEveryMs) {
        periodStartMs = now();
        logged.clear();
      }
      if (logged.has(error.message)) return;
      logged.add(error.message);
      logger.error({ connection, address, tries, readyMs, err: error }, 'messaging.connection_lost');
    },
    over: (address) => {
      logger.info({ connection, address, tries, downMs: now() - sinceMs }, 'messaging.connected');
      tries = 0;
      logged.clear();
    },
  };
};
