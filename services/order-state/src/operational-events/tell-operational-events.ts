import { isOperational, isPlatform, type Wake } from '@delivery/contracts';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import { type EventReaders, readEventReaders } from '../ledger/queries/event-readers.js';
import { releaseDeliveries } from '../ledger/queries/release-deliveries.js';
import { type DeliveryIds, listDuePulled, planDeliveries } from '../ledger/rules/deliveries.js';
import type { Release } from '../ledger/rules/releases.js';
import { insertEvents } from '../orders/queries/events.js';
import { changedMerchants } from '../orders/rules/outcomes.js';
import { digestsMax, takeDigests, takeRefusedCalls } from './digest-queries.js';
import { lockTelling, numberEvents, readLastDeliveries, readSubjects, turnedMax, turnIncidents } from './queries.js';
import { digestRefused, groupLanes, type Happening, type NumberedLane, toEvents } from './rules/operational-events.js';

export type TellDeps = {
  pool: Pool;
  now: () => number;
  ids: DeliveryIds;
  /** If no mails are sent, none are written. */
  areMailsSent: boolean;
  /** The URL of the portal; `undefined`: unknown. */
  publicUrl: string | undefined;
  /** Called after COMMIT with the releases that the relay has to publish. */
  onReleased: (releases: Release[]) => void;
  /** Like `ApplyDeps`. */
  onWake: (wake: Pick<Wake, 'endpoints' | 'merchants' | 'courier_systems'>) => void;
};

/**
 * Finds incidents of endpoints and refused calls of merchants since the last look, and writes the mails, events and
 * deliveries about them. One process does so at a time, in one transaction, so that each is emitted once even if a
 * process dies.
 * @returns more than 0 if there may be more
 */
export const tellOperationalEvents = async (deps: TellDeps): Promise<number> => {
  const reported = await inTransaction(deps.pool, async (client) => {
    if (!(await lockTelling(client))) return undefined;
    const now = new Date(deps.now());
    const turned = await turnIncidents(client, now, deps.areMailsSent);
    const digests = await takeDigests(client, now);
    const refused = digestRefused(await takeRefusedCalls(client, now));
    // For a platform's own endpoint only its contacts get a mail.
    const ofMerchants = turned.filter(({ owner_id: ownerId }) => !isPlatform(ownerId));
    const happened = [
      ...ofMerchants,
      ...digests.map((digest) => ({ kind: 'exhausted' as const, ...digest })),
      ...refused,
    ];
    const isMore = turned.length >= turnedMax || [digests, refused].some(({ length }) => length >= digestsMax);
    if (happened.length === 0) return { events: [], releases: [], duePulled: [], isMore };
    return { ...(await writeEvents(deps, client, happened, now)), isMore };
  });
  if (!reported) return 0;
  const { events, releases, duePulled } = reported;
  if (events.length > 0) {
    deps.onReleased(releases);
    deps.onWake({ endpoints: duePulled, merchants: changedMerchants(events), courier_systems: [] });
  }
  return Number(reported.isMore);
};

const writeEvents = async (
  { ids, publicUrl }: Pick<TellDeps, 'ids' | 'publicUrl'>,
  client: Transaction,
  happened: readonly Happening[],
  now: Date,
) => {
  const nowMs = now.getTime();
  const numbered = groupLanes(happened, nowMs);
  const lastSequences = await numberEvents(client, numbered);
  const endpoints = await readSubjects(
    client,
    numbered.flatMap(({ endpointId }) => endpointId ?? []),
  );
  const readers = await readEventReaders(client, [], [...new Set(numbered.map(({ ownerId }) => ownerId))]);
  const { platforms } = readers;
  const events = toEvents(happened, { lastSequences, endpoints, platforms, publicUrl, nowMs });
  const laneEnds = await readLastDeliveries(client, lanesTo(readers, numbered));
  const deliveries = planDeliveries(events, readers.endpoints, laneEnds, ids);
  await insertEvents(client, events);
  const due = deliveries.filter(({ gateOpen }) => gateOpen).map(({ endpointId }) => endpointId);
  const endpointIds = [...new Set(due)];
  const { releases } =
    deliveries.length > 0
      ? await releaseDeliveries(client, { endpointIds, created: deliveries }, nowMs)
      : { releases: [] };
  return { events, releases, duePulled: listDuePulled(deliveries, readers.endpoints) };
};

/** Lanes of the endpoints that name operational events. */
const lanesTo = ({ endpoints, platforms }: EventReaders, numbered: readonly NumberedLane[]) => {
  const asking = endpoints.filter(({ events }) => events?.some(isOperational) ?? false);
  return numbered.flatMap(({ id: laneId, ownerId }) =>
    asking
      .filter((endpoint) => endpoint.ownerId === ownerId || endpoint.ownerId === platforms.get(ownerId))
      .map(({ id: endpointId }) => ({ laneId, endpointId })),
  );
};
