import { createHash } from 'node:crypto';
import type { WebhookPreview } from '@delivery/contracts';
import { estimateSeconds, secondsAt, type SendEstimate } from '../../ledger/rules/window.js';

type Subject = Previewed['subject'];

export const subjectOfRange = (
  ownerId: string,
  range: {
    sinceMs: number;
    untilMs: number;
    states: readonly string[];
    endpointId: string | null;
    events: readonly string[] | null;
  },
): Subject => ({
  action: 'replay',
  merchant: ownerId,
  since: String(range.sinceMs),
  until: String(range.untilMs),
  states: range.states.toSorted().join(),
  endpoint: range.endpointId ?? '',
  events: range.events?.toSorted().join() ?? '',
});

/** For deliveries that are named, in any order. */
export const subjectOfDeliveries = (ownerId: string, deliveryIds: readonly string[]): Subject => ({
  action: 'replay',
  merchant: ownerId,
  selection: digestOf(deliveryIds.toSorted().join()),
});

export const subjectOfErasure = (
  asked: Readonly<Record<string, string | boolean | Buffer | null>>,
  orders: readonly { id: string; is_final: boolean }[],
): Subject => ({
  action: 'erase',
  request: digestOf(JSON.stringify(asked)),
  'list of orders': digestOf(JSON.stringify(orders)),
});

export const subjectOfDeadLetters = (
  action: string,
  { queue, refused_for }: { queue: string; refused_for: string },
): Subject => ({
  action,
  queue,
  refused_for: digestOf(refused_for),
});

/** Both go out through the window of one endpoint. An order may be in both. */
export const addEstimates = (waiting: SendEstimate, again: SendEstimate): SendEstimate => ({
  ...again,
  deliveries: waiting.deliveries + again.deliveries,
  orders: waiting.orders + again.orders,
  truncated: waiting.truncated || again.truncated,
  endpoints: waiting.endpoints.map((endpoint) => ({
    ...endpoint,
    deliveries: endpoint.deliveries + again.deliveries,
  })),
  queuedPerSecond: again.deliveries > 0 ? again.queuedPerSecond : waiting.queuedPerSecond,
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

export const toPreviewBody = (estimate: SendEstimate): WebhookPreview => ({
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

/** The subject, counts and endpoints that were shown before an action. */
export type Previewed = {
  /** The action and its parameters. */
  subject: Readonly<Record<string, string>>;
  counts: Readonly<Record<string, number>>;
  /** `url`: the digest of it; `null`: a pull endpoint. */
  endpoints: Readonly<Record<string, { status: string; url: string | null }>>;
};

/** By how much a count may differ and still be the one that was shown: by the larger one of a share and a number. */
export type Slack = { share: number; count: number };

/** For counts that change by themselves: orders go on while a person reads a preview. */
export const liveSlack: Slack = { share: 0.1, count: 10 };
/** For deliveries that were named one by one, or actions that cannot be taken back. */
export const noSlack: Slack = { share: 0, count: 0 };

/** The changes since the preview that matter, in words. Pure. */
export const findChanges = (before: Previewed, now: Previewed, slack: Slack): string[] => {
  const others = Object.keys({ ...before.subject, ...now.subject }).filter(
    (name) => before.subject[name] !== now.subject[name],
  );
  if (others.length > 0) return [`this request differs from it in ${others.join(' and ')}`];
  return [...countChanges(before.counts, now.counts, slack), ...endpointChanges(before.endpoints, now.endpoints)];
};

const countChanges = (before: Previewed['counts'], now: Previewed['counts'], slack: Slack): string[] =>
  Object.entries(before).flatMap(([what, shown]) => {
    const count = now[what] ?? 0;
    const allowed = Math.max(slack.count, shown * slack.share);
    return Math.abs(count - shown) > allowed ? [`the number of ${what} was ${shown} and is now ${count}`] : [];
  });

const endpointChanges = (before: Previewed['endpoints'], now: Previewed['endpoints']): string[] =>
  Object.entries(before).flatMap(([id, shown]) => {
    const endpoint = now[id];
    // It has nothing to be sent any more, which the counts tell if it matters.
    if (!endpoint) return [];
    if (endpoint.status !== shown.status) return [`endpoint ${id} is now ${endpoint.status}`];
    return endpoint.url === shown.url ? [] : [`endpoint ${id} now has another URL`];
  });
