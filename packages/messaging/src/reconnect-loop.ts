import { setTimeout as delay } from 'node:timers/promises';
import { assertTopology, isMissingTopology } from './assert-topology.js';
import { backoffDelayMs } from './backoff.js';
import type { Address, ConnectionCore } from './connection-core.js';
import { toError } from './errors.js';
import { type Link, openLink } from './link.js';
import { settlesWithin } from './settles-within.js';
import { createTroubleLog, type TroubleLog } from './trouble-log.js';

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
 * The pause before a missing queue is declared again. A quorum queue that is declared anew within some 20 ms of its deletion keeps its
 * old consumers on the books, of any connection, but neither cancels them nor delivers to them (RabbitMQ 3.10). 100 ms
 * were enough for the cancels to go out.
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

/** Heartbeats notice a dead broker; the time limit notices one that lives and does not answer (a queue without leader). */
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
