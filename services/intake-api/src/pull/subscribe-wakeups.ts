import { courierEvents, exchanges, wakeSchema } from '@delivery/contracts';
import { type BroadcastListener, type Connection, createBroadcastListener } from '@delivery/messaging';
import type { BoundedLog } from '@delivery/service-kit';
import type { LongPolls } from './long-polls.js';

/** Polls that look for wake-ups that were missed, a millisecond: ten thousand do not look at once. */
const looksPerMs = 3;

/**
 * Hands wake-ups from order-state to the polls that wait for them. Each time that listening has begun, all that wait
 * look once: wake-ups before it were missed.
 */
export const subscribeWakeups = (deps: {
  connection: Connection;
  /** Polls that wait for messages of a pull endpoint. */
  endpoints: Pick<LongPolls, 'wakeOne' | 'wakeEverybody' | 'openCount'>;
  /**
   * Polls that wait for events of a merchant or of a courier's system, by its id: an event is for all that ask for its
   * name.
   */
  feeds: Pick<LongPolls, 'wakeAll' | 'wakeEverybody' | 'openCount'>;
  onWake: () => void;
  log: BoundedLog;
}): BroadcastListener =>
  createBroadcastListener(deps.connection, {
    exchange: exchanges.wakes,
    onListening: () => {
      for (const polls of [deps.endpoints, deps.feeds]) polls.wakeEverybody(polls.openCount() / looksPerMs);
    },
    onMessage: (value) => {
      const parsed = wakeSchema.safeParse(value);
      // Perhaps of another release: a poll then waits for as long as it asked for, and looks again.
      if (!parsed.success) return deps.log('warn', { err: parsed.error }, 'wake.parse_failed');
      deps.onWake();
      for (const endpointId of parsed.data.endpoints) deps.endpoints.wakeOne(endpointId);
      for (const { owner_id: ownerId, events } of parsed.data.merchants) deps.feeds.wakeAll(ownerId, events);
      for (const systemId of parsed.data.courier_systems) deps.feeds.wakeAll(systemId, courierEvents);
    },
  });
