import { exchanges, type Heartbeat, heartbeatSchema } from '@delivery/contracts';
import { type Connection, createBroadcastListener } from '@delivery/messaging';
import type { BoundedLog } from '@delivery/service-kit';

/** Notes heartbeats of dispatchers as they come. While one of a replica is being noted, the next ones are left out. */
export const hearHeartbeats = (deps: {
  connection: Connection;
  note: (heartbeat: Heartbeat) => Promise<void>;
  log: BoundedLog;
}): void => {
  const underWay = new Set<string>();
  const listener = createBroadcastListener(deps.connection, {
    exchange: exchanges.heartbeats,
    onMessage: (value) => {
      const { data, error } = heartbeatSchema.safeParse(value);
      // Perhaps of another release.
      if (!data) return deps.log('warn', { err: error }, 'heartbeat.parse_failed');
      const key = `${data.type} ${data.service} ${data.name}`;
      if (underWay.has(key)) return;
      underWay.add(key);
      deps
        .note(data)
        .catch((cause: unknown) => deps.log('warn', { err: cause }, 'heartbeat.not_noted'))
        .finally(() => underWay.delete(key));
    },
  });
  listener.listen();
};
