import { createHash } from 'node:crypto';
import { digestIdsMax, type OperationalBody, type OperationalEvent } from '@delivery/contracts';
import type { IncidentKind } from '../../mails/rules/mail-texts.js';

type OfEndpoint = { endpoint_id: string; owner_id: string; since: Date; error_code: string | null };

/**
 * An incident that has begun, or ended (`recovered`, `fetching`). `error_code`: of the newest failed attempt of
 * `failing`.
 */
export type TurnedIncident = OfEndpoint & { kind: IncidentKind };

/** Exhausted webhooks of an endpoint since its last digest. `error_code`: of the last one. */
export type Digest = OfEndpoint & { count: number; delivery_ids: string[] };

/** Adds webhooks that were exhausted later to the digest of the same endpoint. */
export const addToDigest = (digest: Digest | undefined, later: Digest): Digest =>
  digest
    ? {
        ...later,
        since: digest.since,
        count: digest.count + later.count,
        delivery_ids: [...digest.delivery_ids, ...later.delivery_ids].slice(0, digestIdsMax),
      }
    : later;

/** Calls of a merchant that one limit has refused. */
export type RefusedByLimit = { owner_id: string; limit: string; count: number; first_at: Date; last_at: Date };

/** Refused calls of one merchant since its last digest. */
type RefusedDigest = { kind: 'rate_limited'; owner_id: string; since: Date; limits: readonly RefusedByLimit[] };

/** An event about an endpoint or a merchant. */
export type Happening = TurnedIncident | (Digest & { kind: 'exhausted' }) | RefusedDigest;

/** `disabledReason`: why the system has disabled it. */
export type SubjectEndpoint = { name: string | null; url: string | null; disabledReason: string | null };

/** A lane that gets `count` events. `digestAtMs`: a digest is among them. */
export type NumberedLane = {
  id: string;
  ownerId: string;
  endpointId: string | null;
  count: number;
  digestAtMs: number | null;
};

/** One digest for each merchant. */
export const digestRefused = (refused: readonly RefusedByLimit[]): RefusedDigest[] => {
  const byMerchant = new Map<string, RefusedByLimit[]>();
  for (const one of refused) byMerchant.set(one.owner_id, [...(byMerchant.get(one.owner_id) ?? []), one]);
  return [...byMerchant].map(([owner_id, limits]) => ({
    kind: 'rate_limited',
    owner_id,
    since: new Date(Math.min(...limits.map(({ first_at }) => first_at.getTime()))),
    limits,
  }));
};

const endpointOf = (one: Happening): string | null => ('endpoint_id' in one ? one.endpoint_id : null);

/** Replaces an order's id, in the same form. */
const laneIdOf = (one: Happening): string => {
  const subject = 'endpoint_id' in one ? `endpoint ${one.endpoint_id}` : `merchant ${one.owner_id}`;
  return createHash('sha256').update(subject).digest('hex').slice(0, 24);
};

/** The lanes of these incidents and digests, each once. */
export const groupLanes = (happened: readonly Happening[], nowMs: number): NumberedLane[] => {
  const lanes = new Map<string, NumberedLane>();
  for (const one of happened) {
    const id = laneIdOf(one);
    const lane = lanes.get(id) ?? {
      id,
      ownerId: one.owner_id,
      endpointId: endpointOf(one),
      count: 0,
      digestAtMs: null,
    };
    const isDigest = one.kind === 'exhausted' || one.kind === 'rate_limited';
    const digestAtMs = isDigest ? nowMs : lane.digestAtMs;
    lanes.set(id, { ...lane, count: lane.count + 1, digestAtMs });
  }
  return [...lanes.values()];
};

type NumberedEvent = {
  orderId: string;
  merchantId: string;
  sequence: number;
  event: OperationalEvent;
  body: string;
  createdAtMs: number;
  platform: string | undefined;
  aboutEndpointId?: string;
};

/**
 * The events about incidents and digests, in their order.
 * @param known.lastSequences of each lane, these events included
 * @param known.publicUrl the portal's URL, without a slash at its end
 */
export const toEvents = (
  happened: readonly Happening[],
  known: {
    lastSequences: ReadonlyMap<string, number>;
    endpoints: ReadonlyMap<string, SubjectEndpoint>;
    platforms: ReadonlyMap<string, string>;
    publicUrl: string | undefined;
    nowMs: number;
  },
): NumberedEvent[] => {
  const left = new Map(groupLanes(happened, known.nowMs).map(({ id, count }) => [id, count]));
  return happened.map((one) => {
    const { owner_id: ownerId } = one;
    const aboutEndpointId = endpointOf(one);
    const orderId = laneIdOf(one);
    const behind = (left.get(orderId) ?? 1) - 1;
    left.set(orderId, behind);
    const body = toBody(one, known.endpoints.get(aboutEndpointId ?? ''), { id: orderId, ...known });
    return {
      orderId,
      merchantId: ownerId,
      sequence: (known.lastSequences.get(orderId) ?? 0) - behind,
      event: body.event,
      body: JSON.stringify(body),
      createdAtMs: known.nowMs,
      platform: known.platforms.get(ownerId),
      ...(aboutEndpointId !== null && { aboutEndpointId }),
    };
  });
};

const toBody = (
  happened: Happening,
  endpoint: SubjectEndpoint | undefined,
  { id, nowMs, publicUrl }: { id: string; nowMs: number; publicUrl: string | undefined },
): OperationalBody => {
  const head = { id, updated_at: new Date(nowMs).toISOString(), since: happened.since.toISOString() };
  if (happened.kind === 'rate_limited')
    return { ...head, event: 'rate_limited', limits: happened.limits.map(toRefusedByLimit) };
  const { endpoint_id: endpointId, error_code } = happened;
  const common = {
    ...head,
    endpoint: {
      id: endpointId,
      name: endpoint?.name ?? null,
      // Its path and its query may be secrets.
      origin: endpoint?.url ? new URL(endpoint.url).origin : null,
    },
    ...(publicUrl !== undefined && { portal_url: `${publicUrl}/portal/#/endpoints/${endpointId}` }),
  };
  switch (happened.kind) {
    case 'failing':
      return { ...common, event: 'endpoint_failing', error_code };
    case 'recovered':
      return { ...common, event: 'endpoint_recovered' };
    case 'disabled':
      return {
        ...common,
        event: 'endpoint_disabled',
        disabled_reason: endpoint?.disabledReason === 'gone' ? 'gone' : 'failing',
      };
    case 'not_fetching':
      return { ...common, event: 'endpoint_not_fetching' };
    case 'fetching':
      return { ...common, event: 'endpoint_fetching' };
    case 'exhausted': {
      const { count, delivery_ids } = happened;
      return { ...common, event: 'delivery_exhausted', count, delivery_ids, error_code };
    }
  }
};

const toRefusedByLimit = ({ limit, count, first_at, last_at }: RefusedByLimit) => ({
  limit,
  count,
  first_at: first_at.toISOString(),
  last_at: last_at.toISOString(),
});
