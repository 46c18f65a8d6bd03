import type { EndpointType, LaneDelivery, OrderStatus, TimelineEntry } from '@delivery/contracts';

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

/**
 * Oldest first. Each event stands with the first command that brought the order to it; a command without one stands
 * alone. Pure.
 */
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

/** One endpoint's deliveries of an order, as both apps have them. */
export type Lane = {
  endpoint: {
    id: string;
    type: EndpointType;
    name: string | null;
    url: string | null;
    status: 'active' | 'disabled' | 'deleted';
  };
  deliveries: LaneDelivery[];
};

type Attempt = LaneDelivery['attempts'][number];

/** How often in a row the newest answer came. */
export type Failing = { attempt: Attempt; times: number };

/** How one endpoint fared with an order. */
export type Receiver = {
  lane: Lane;
  state: 'lost' | 'waits' | 'heard' | 'skipped';
  /** Given up, and not delivered by a replay since. */
  lost: readonly LaneDelivery[];
  /** How many of the lost ones a replay is sending again. */
  again: number;
  waiting: number;
  skipped: number;
  /** The first one that is not settled. */
  head: LaneDelivery | undefined;
  /** Failure of the last delivery that was given up, otherwise of the one that waits. */
  failing: Failing | null;
};

/** The first live delivery of a lane that is not settled: all behind it wait for it. */
const headOf = ({ deliveries }: Lane): LaneDelivery | undefined =>
  deliveries.find(({ replay_id, waits_for }) => replay_id === null && waits_for !== null);

/** How many of its lane wait for it. */
export const countBehind = ({ deliveries }: Lane, head: LaneDelivery): number =>
  deliveries.filter(
    ({ replay_id, waits_for }) =>
      replay_id === head.replay_id && waits_for?.reason === 'predecessor' && waits_for.sequence === head.sequence,
  ).length;

const failingOf = ({ attempts }: LaneDelivery): Failing | null => {
  const attempt = attempts.at(-1);
  if (!attempt || attempt.error_code === null) return null;
  const different = attempts.findLastIndex(
    ({ status_code, error_code }) => status_code !== attempt.status_code || error_code !== attempt.error_code,
  );
  return { attempt, times: attempts.length - 1 - different };
};

const ranks: Readonly<Record<Receiver['state'], number>> = { lost: 0, waits: 1, skipped: 2, heard: 3 };

/** How each endpoint fared, the worst first: one that lost something, one that fails, one that waits. Pure. */
export const findReceivers = (lanes: readonly Lane[]): Receiver[] => {
  const rank = ({ state, failing }: Receiver): number => ranks[state] + (state === 'waits' && failing ? 0 : 0.5);
  return lanes
    .filter(({ deliveries }) => deliveries.length > 0)
    .map(toReceiver)
    .sort((one, other) => rank(one) - rank(other));
};

const toReceiver = (lane: Lane): Receiver => {
  const live = lane.deliveries.filter(({ replay_id }) => replay_id === null);
  const lost = live.filter((delivery) => isLost(delivery, lane.deliveries));
  const again = lost.filter(({ webhook_id }) =>
    lane.deliveries.some((each) => each.webhook_id === webhook_id && each.waits_for !== null),
  ).length;
  const waiting = live.filter(({ waits_for }) => waits_for !== null).length;
  const skipped = live.filter(({ state }) => state === 'skipped').length;
  const head = headOf(lane);
  const shown = lost.at(-1) ?? head;
  const failing = shown ? failingOf(shown) : null;
  return {
    lane,
    state: stateOf({ lost: lost.length, waiting, skipped }),
    lost,
    again,
    waiting,
    skipped,
    head,
    failing,
  };
};

const stateOf = ({ lost, waiting, skipped }: Record<'lost' | 'waiting' | 'skipped', number>): Receiver['state'] => {
  if (lost > 0) return 'lost';
  if (waiting > 0) return 'waits';
  return skipped > 0 ? 'skipped' : 'heard';
};

/** Given up, and not delivered by a replay since. */
export const isLost = (delivery: LaneDelivery, lane: readonly LaneDelivery[]): boolean =>
  delivery.state === 'exhausted' &&
  !lane.some(({ webhook_id, state }) => webhook_id === delivery.webhook_id && state === 'delivered');
