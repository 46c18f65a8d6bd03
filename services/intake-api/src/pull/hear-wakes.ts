import { exchanges, wakeSchema } from '@delivery/contracts';
import { type Connection, listenToBroadcast } from '@delivery/messaging';
import type { BoundedLog } from '@delivery/service-kit';
import type { WaitingRoom } from './waiting-room.js';

/** Wakes that were missed are made up for within this time, so that ten thousand polls do not look at once. */
const missedSpreadMs = 3_000;

/** Hands what order-state tells to those who wait for it. After the connection was lost everybody looks once. */
export const hearWakes = (deps: {
  connection: Connection;
  /** Whoever waits for messages of a pull endpoint. */
  endpoints: Pick<WaitingRoom, 'wakeOne' | 'wakeEverybody'>;
  /** Whoever waits for events of a merchant: what is there is for all of them. */
  merchants: Pick<WaitingRoom, 'wakeAll' | 'wakeEverybody'>;
  onWake: () => void;
  log: BoundedLog;
}): void =>
  listenToBroadcast(deps.connection, {
    exchange: exchanges.wakes,
    onListening: () => {
      deps.endpoints.wakeEverybody(missedSpreadMs);
      deps.merchants.wakeEverybody(missedSpreadMs);
    },
    onMessage: ({ body }) => {
      const parsed = wakeSchema.safeParse(parseJson(body));
      // Of another release, perhaps: a poll then waits for as long as it said, and looks again.
      if (!parsed.success) return deps.log('warn', { err: parsed.error }, 'wake.unreadable');
      deps.onWake();
      for (const endpointId of parsed.data.endpoints) deps.endpoints.wakeOne(endpointId);
      for (const merchantId of parsed.data.merchants) deps.merchants.wakeAll(merchantId);
    },
  });

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};
