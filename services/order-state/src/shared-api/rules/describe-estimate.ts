import { createHash } from 'node:crypto';
import type { WebhookPreview } from '@delivery/contracts';
import { estimateSeconds, secondsAt, type SendEstimate } from '../../ledger/rules/estimate-time.js';
import type { Previewed } from './find-changes.js';

type Subject = Previewed['subject'];

export const subjectOfRange = (
  merchantId: string,
  range: {
    sinceMs: number;
    untilMs: number;
    states: readonly string[];
    endpointId: string | null;
    events: readonly string[] | null;
  },
): Subject => ({
  action: 'replay',
  merchant: merchantId,
  since: String(range.sinceMs),
  until: String(range.untilMs),
  states: range.states.toSorted().join(),
  endpoint: range.endpointId ?? '',
  events: range.events?.toSorted().join() ?? '',
});

/** For deliveries that are named, in any order. */
export const subjectOfDeliveries = (merchantId: string, deliveryIds: readonly string[]): Subject => ({
  action: 'replay',
  merchant: merchantId,
  selection: digestOf(deliveryIds.toSorted().join()),
});

export const subjectOfWaiting = (action: string, merchantId: string, endpointId: string): Subject => ({
  action,
  merchant: merchantId,
  endpoint: endpointId,
});

export const subjectOfDeadLetters = (
  action: string,
  { queue, reason }: { queue: string; reason: string },
): Subject => ({
  action,
  queue,
  reason: digestOf(reason),
});

/** It travels in a header, where long texts find no room. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The compared part: how many deliveries, and their endpoints. */
export const toPreviewed = (subject: Subject, { deliveries, orders, endpoints }: SendEstimate): Previewed => ({
  subject,
  counts: { deliveries, orders },
  endpoints: Object.fromEntries(
    endpoints.map(({ id, status, url }) => [id, { status, url: url === null ? null : digestOf(url) }]),
  ),
});

export const toPreviewBody = (estimate: SendEstimate): Omit<WebhookPreview, 'token' | 'expires_at'> => ({
  deliveries: estimate.deliveries,
  orders: estimate.orders,
  truncated: estimate.truncated,
  left_out: estimate.leftOut,
  running_replay_id: estimate.runningReplayId,
  estimated_seconds: estimateSeconds(estimate),
  endpoints: estimate.endpoints.map((endpoint) => ({
    id: endpoint.id,
    type: endpoint.type,
    url: endpoint.url,
    deliveries: endpoint.deliveries,
    blocked_by: endpoint.blockedBy,
    answer_ms: endpoint.answerMs,
    per_second: endpoint.perSecond,
    estimated_seconds: secondsAt(endpoint),
  })),
});
