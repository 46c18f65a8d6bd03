import type { LaneDelivery, OrderStatus, TimelineEntry } from '@delivery/contracts';
import type { Lane } from './receivers.js';

export type Command = Omit<Extract<TimelineEntry, { kind: 'command' }>, 'payload' | 'occurred_at'>;
export type Emitted = Extract<TimelineEntry, { kind: 'event' }>;

/** A row for one time: the command, the event that it caused, and the event's delivery to each endpoint. */
export type LaneRow = {
  key: string;
  at: string;
  command: Command | null;
  /** `status`: the order's from then on; `undefined`: the story had no room for it. */
  event: { sequence: number; event: string; status: OrderStatus | undefined } | null;
  /** By endpoint. */
  deliveries: ReadonlyMap<string, LaneDelivery>;
  replayId: string | null;
};

/** Oldest first. Each event stands with the first command that brought the order to it; a command without one stands alone. Pure. */
export const toLaneRows = (
  commands: readonly Command[],
  events: readonly Emitted[],
  lanes: readonly Lane[],
): LaneRow[] => {
  const rows = eventRows(events, lanes);
  const used = new Set<Command>();
  for (const row of rows) {
    const sequence = row.event?.sequence ?? 0;
    const cause = row.replayId === null ? commands.find((command) => causes(command, sequence)) : undefined;
    if (!cause || used.has(cause)) continue;
    used.add(cause);
    row.command = cause;
  }
  const alone = commands
    .filter((command) => !used.has(command))
    .map((command): LaneRow => {
      return {
        key: `command ${command.id} ${command.at}`,
        at: command.at,
        command,
        event: null,
        deliveries: new Map(),
        replayId: null,
      };
    });
  return [...rows, ...alone].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
};

const causes = ({ outcome, after_sequence }: Command, sequence: number): boolean =>
  outcome === 'applied' && after_sequence !== null && after_sequence >= sequence;

/** By event, and by replay of it. Lanes may know of events that the story has no room for. */
const eventRows = (events: readonly Emitted[], lanes: readonly Lane[]): LaneRow[] => {
  const statuses = new Map(events.map(({ sequence, status }) => [sequence, status]));
  const rows = new Map<string, LaneRow & { deliveries: Map<string, LaneDelivery> }>();
  const find = (at: string, sequence: number, event: string, replayId: string | null) => {
    const key = `event ${sequence} ${replayId ?? ''}`;
    const known = rows.get(key);
    if (known) return known;
    const row = {
      key,
      at,
      command: null,
      event: { sequence, event, status: statuses.get(sequence) },
      deliveries: new Map<string, LaneDelivery>(),
      replayId,
    };
    rows.set(key, row);
    return row;
  };
  for (const { at, sequence, event } of events) find(at, sequence, event, null);
  for (const { endpoint, deliveries } of lanes) {
    for (const delivery of deliveries) {
      const { created_at, sequence, event, replay_id } = delivery;
      find(created_at, sequence, event, replay_id).deliveries.set(endpoint.id, delivery);
    }
  }
  return [...rows.values()].sort((one, other) => (one.event?.sequence ?? 0) - (other.event?.sequence ?? 0));
};
