import type { LaneDelivery, OrderLanes, TimelineEntry } from '@delivery/contracts';

export type Command = Extract<TimelineEntry, { kind: 'command' }>;

/** What happened at one time: what was asked, the event it caused, and the event's delivery to each endpoint. */
export type LaneRow = {
  key: string;
  at: string;
  command: Command | null;
  event: { sequence: number; event: string } | null;
  /** By endpoint. */
  deliveries: ReadonlyMap<string, LaneDelivery>;
  replayId: string | null;
};

/** Oldest first. Each event stands with the first command that brought the order to it; a command without one stands alone. Pure. */
export const toLaneRows = (timeline: readonly TimelineEntry[], lanes: OrderLanes['lanes']): LaneRow[] => {
  const commands = timeline.filter((entry) => entry.kind === 'command');
  const rows = eventRows(timeline, lanes);
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

/** By event, and by replay of it. Lanes may know of events that the timeline has no room for. */
const eventRows = (timeline: readonly TimelineEntry[], lanes: OrderLanes['lanes']): LaneRow[] => {
  const rows = new Map<string, LaneRow & { deliveries: Map<string, LaneDelivery> }>();
  const find = (at: string, sequence: number, event: string, replayId: string | null) => {
    const key = `event ${sequence} ${replayId ?? ''}`;
    const known = rows.get(key);
    if (known) return known;
    const row = {
      key,
      at,
      command: null,
      event: { sequence, event },
      deliveries: new Map<string, LaneDelivery>(),
      replayId,
    };
    rows.set(key, row);
    return row;
  };
  for (const entry of timeline) if (entry.kind === 'event') find(entry.at, entry.sequence, entry.event, null);
  for (const { endpoint, deliveries } of lanes) {
    for (const delivery of deliveries) {
      const { created_at, sequence, event, replay_id } = delivery;
      find(created_at, sequence, event, replay_id).deliveries.set(endpoint.id, delivery);
    }
  }
  return [...rows.values()].sort((one, other) => (one.event?.sequence ?? 0) - (other.event?.sequence ?? 0));
};
