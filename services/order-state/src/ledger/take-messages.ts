import type { PulledMessage, TakePoll, TakeResult } from '@delivery/contracts';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import type { OpenSecrets } from '@delivery/webhooks';
import { lookAtPolled, type PolledEndpoint, takeDeliveries } from './queries/pulled.js';
import { lockFreeWindows } from './queries/windows.js';
import type { Taken } from './rules/release.js';
import { sharePolls } from './rules/share-polls.js';
import { toPulledMessage } from './rules/to-pulled-message.js';
import { takenMax } from './rules/window.js';

export type TakeDeps = {
  pool: Pool;
  now: () => number;
  openSecrets: OpenSecrets;
  /** Called after COMMIT. `lapsesAtMs`: when the first of them comes again, unless it is acked. */
  onTaken: (count: number, lapsesAtMs: number) => void;
  logger: Pick<Logger, 'error'>;
};

/**
 * Takes what is due for polls that came together: one result for each. Where nothing is due, which is nearly always, one look
 * without a lock is all. A window that somebody holds is not waited for: one endpoint must not hold up the others' polls.
 *
 * What was taken is signed after COMMIT. An answer that gets lost from there on costs time: its messages come again when
 * their visibility ends.
 */
export const createTakeMessages =
  (deps: TakeDeps) =>
  async (polls: readonly TakePoll[]): Promise<TakeResult[]> => {
    const nowMs = deps.now();
    const endpointIds = [...new Set(polls.map(({ endpoint_id }) => endpoint_id))];
    const endpoints = await lookAtPolled(deps.pool, endpointIds, { now: new Date(nowMs), takenMax });
    const known = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    const due = polls.flatMap((poll, place) => (isDueFor(poll, known) ? [{ ...poll, place }] : []));
    const { taken, busy } = due.length > 0 ? await takeDue(deps, due, nowMs) : nothing;
    if (taken.length > 0) {
      deps.onTaken(taken.length, Math.min(...taken.map(({ visible_until }) => visible_until.getTime())));
    }
    const byPlace = groupByPlace(taken);
    return polls.map((poll, place) => {
      const fault = findFault(poll, known, busy);
      return fault ? { outcome: fault } : sign(deps, byPlace.get(place) ?? [], nowMs);
    });
  };

export type TakeMessages = ReturnType<typeof createTakeMessages>;

type PlacedPoll = TakePoll & { place: number };
type Known = ReadonlyMap<string, PolledEndpoint>;

const nothing = { taken: [], busy: new Set<string>() };

const isOwn = ({ merchant_id }: TakePoll, endpoint: PolledEndpoint | undefined): endpoint is PolledEndpoint =>
  endpoint?.merchant_id === merchant_id;

const isDueFor = (poll: TakePoll, known: Known): boolean => {
  const endpoint = known.get(poll.endpoint_id);
  return isOwn(poll, endpoint) && endpoint.is_due;
};

const findFault = (poll: TakePoll, known: Known, busy: ReadonlySet<string>) => {
  const endpoint = known.get(poll.endpoint_id);
  if (!isOwn(poll, endpoint)) return 'endpoint_not_found';
  if (endpoint.type !== 'pull') return 'endpoint_type_mismatch';
  return busy.has(endpoint.id) ? 'busy' : undefined;
};

const takeDue = (
  { pool }: TakeDeps,
  polls: readonly PlacedPoll[],
  nowMs: number,
): Promise<{ taken: Taken[]; busy: ReadonlySet<string> }> =>
  inTransaction(pool, async (client) => {
    const endpointIds = [...new Set(polls.map(({ endpoint_id }) => endpoint_id))];
    const windows = await lockFreeWindows(client, endpointIds);
    const locked = new Set(windows.map(({ endpointId }) => endpointId));
    const busy = new Set(endpointIds.filter((id) => !locked.has(id)));
    // Asked anew under the lock: it may have been disabled meanwhile.
    const wanted = sharePolls(
      polls,
      windows.filter(({ active }) => active),
      nowMs,
    );
    return { taken: wanted.rooms.length > 0 ? await takeDeliveries(client, nowMs, wanted) : [], busy };
  });

const groupByPlace = (taken: readonly Taken[]): Map<number, Taken[]> => {
  const groups = new Map<number, Taken[]>();
  for (const one of taken) {
    const group = groups.get(one.place);
    if (group) group.push(one);
    else groups.set(one.place, [one]);
  }
  return groups;
};

const sign = ({ openSecrets, logger }: TakeDeps, taken: readonly Taken[], nowMs: number): TakeResult => {
  const messages: PulledMessage[] = [];
  for (const one of taken) {
    const signed = toPulledMessage(one, openSecrets, nowMs);
    if ('fault' in signed) {
      logger.error({ endpointId: one.endpoint_id, deliveryId: one.id, reason: signed.fault }, 'delivery.not_signed');
      return { outcome: 'unsigned' };
    }
    messages.push(signed.message);
  }
  return { outcome: 'taken', messages };
};
