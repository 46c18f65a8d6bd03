import { createHash } from 'node:crypto';
import type { OperationalBody, OperationalEvent } from '@delivery/contracts';
import type { MailKind } from '../../mails/rules/mail.js';

type OfEndpoint = { endpoint_id: string; merchant_id: string; since: Date; error_code: string | null };

/** A spell that has begun, or ended (`recovered`, `fetching`). `error_code`: of the newest failed attempt of `failing`. */
export type TurnedSpell = OfEndpoint & { kind: MailKind };

/** What was given up of an endpoint's webhooks since its last digest. `error_code`: of the last one. */
export type Digest = OfEndpoint & { count: number; delivery_ids: string[] };

/** What is told of an endpoint. */
export type Happening = TurnedSpell | (Digest & { kind: 'exhausted' });

/** `disabledReason`: why the system has disabled it. */
export type SubjectEndpoint = { name: string | null; url: string | null; disabledReason: string | null };

/** A lane that gets `count` events. `digestAtMs`: a digest is among them. */
export type NumberedLane = {
  id: string;
  merchantId: string;
  endpointId: string;
  count: number;
  digestAtMs: number | null;
};

/** In the place of an order's id, and in its form. */
const laneIdOf = (endpointId: string): string =>
  createHash('sha256').update(`endpoint ${endpointId}`).digest('hex').slice(0, 24);

/** The lanes of what has happened, each once. */
export const groupLanes = (happened: readonly Happening[], nowMs: number): NumberedLane[] => {
  const lanes = new Map<string, NumberedLane>();
  for (const { kind, endpoint_id: endpointId, merchant_id: merchantId } of happened) {
    const id = laneIdOf(endpointId);
    const lane = lanes.get(id) ?? { id, merchantId, endpointId, count: 0, digestAtMs: null };
    const digestAtMs = kind === 'exhausted' ? nowMs : lane.digestAtMs;
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
  aboutEndpointId: string;
};

/**
 * The events of what has happened, in its order.
 * @param known.lastSequences of each lane, these events included
 * @param known.publicUrl where the portal is reached, without a slash at its end
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
    const { endpoint_id: aboutEndpointId, merchant_id: merchantId } = one;
    const orderId = laneIdOf(aboutEndpointId);
    const behind = (left.get(orderId) ?? 1) - 1;
    left.set(orderId, behind);
    const body = toBody(one, known.endpoints.get(aboutEndpointId), { id: orderId, ...known });
    return {
      orderId,
      merchantId,
      sequence: (known.lastSequences.get(orderId) ?? 0) - behind,
      event: body.event,
      body: JSON.stringify(body),
      createdAtMs: known.nowMs,
      platform: known.platforms.get(merchantId),
      aboutEndpointId,
    };
  });
};

/** Of a URL the origin alone: its path and its query may be secrets. */
const toBody = (
  happened: Happening,
  endpoint: SubjectEndpoint | undefined,
  { id, nowMs, publicUrl }: { id: string; nowMs: number; publicUrl: string | undefined },
): OperationalBody => {
  const { endpoint_id: endpointId, since, error_code } = happened;
  const common = {
    id,
    updated_at: new Date(nowMs).toISOString(),
    endpoint: {
      id: endpointId,
      name: endpoint?.name ?? null,
      origin: endpoint?.url ? new URL(endpoint.url).origin : null,
    },
    since: since.toISOString(),
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
