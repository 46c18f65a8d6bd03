import { type Concern, type History, type MerchantMode, type OperatorStatus, queues } from '@delivery/contracts';
import type { QueueState } from '@delivery/messaging';

/**
 * When something is a concern: the same bounds as the alerts of deploy/prometheus/alerts.yml, held to them by a test.
 */
export const thresholds = {
  /** IntakeErrorBudgetBurnFast, critical: more than that share of the creates of the last minute. */
  refusedShare: 0.0144,
  /** DeliveriesOverdue, critical. */
  overdueSeconds: 120,
  /** QueueGrowing, warning: and growing. */
  queueMessages: 1_000,
  /** ItemsSetAside, warning: more than that. */
  setAside: 0,
  /** DeadLetters, warning: more than that. */
  deadLetters: 0,
  /** BreakerStorm, critical: at least that many, and more than that share of all. */
  probingMin: 5,
  probingShare: 0.2,
  /** WebhooksFailing, warning: of the attempts of a quarter of an hour. */
  failedShare: 0.5,
  /** PartitionDaysRunningOut, warning: fewer than that. */
  daysAhead: 2,
  /** RetentionOverdue, warning: more than that. */
  retentionOverdueSeconds: 86_400,
} as const;

/** Bound of the alert WebhooksFailing. */
export const failedWindowSeconds = 900;
/** Bound of the alert QueueGrowing. */
export const growthWindowSeconds = 600;

export type Readings = Omit<OperatorStatus, 'concerns' | 'replicas' | 'held_endpoints' | 'open_breakers'> & {
  replicas: readonly Pick<OperatorStatus['replicas'][number], 'service' | 'state' | 'stalled'>[];
  held_endpoints: readonly { mode: MerchantMode }[];
  open_breakers: readonly { mode: MerchantMode }[];
  /** Figures of live merchants in the last 15 minutes, oldest first. */
  steps: History['data'];
  /** `undefined`: there is no connection to RabbitMQ. */
  queueStates: ReadonlyMap<string, QueueState> | undefined;
};

/** The concerns that the alerts would report, ours and the worst first. */
export const findConcerns = (readings: Readings): Concern[] =>
  [
    findUnbalanced(readings),
    ...findConsumers(readings),
    findRefused(readings),
    findOverdue(readings),
    findStorm(readings),
    ...findStalled(readings),
    ...findSilent(readings),
    ...Object.values(queues).map((queue) => findGrowing(readings, queue)),
    findSetAside(readings),
    findDeadLetters(readings),
    findDaysRunningOut(readings),
    findLate('erasure_overdue', readings.retention_overdue_seconds.customer_data),
    findLate('purge_overdue', readings.retention_overdue_seconds.orders),
    findFailing(readings),
    counted('endpoints_held', ofLive(readings.held_endpoints)),
    counted('breakers_open', ofLive(readings.open_breakers)),
    counted('endpoints_not_fetching', readings.not_fetching_endpoints),
    counted('orders_without_courier', readings.orders_without_courier.live),
    counted('orders_late', readings.late_orders.live),
  ].filter((concern) => concern !== undefined);

const critical = { severity: 'critical', owner: 'service' } as const;
const warning = { severity: 'warning', owner: 'service' } as const;
const merchants = { severity: 'warning', owner: 'merchants' } as const;

const findUnbalanced = ({ audit }: Readings): Concern | undefined =>
  audit.balanced && audit.sandbox.balanced ? undefined : { kind: 'ledger_unbalanced', ...critical };

const findConsumers = ({ queueStates }: Readings): Concern[] => {
  if (!queueStates) return [{ kind: 'broker_disconnected', ...critical }];
  return [...queueStates]
    .filter(([, { consumers }]) => consumers === 0)
    .map(([queue, { messages }]) => ({ kind: 'consumers_missing', ...critical, queue, messages }));
};

const findRefused = ({ creates }: Readings): Concern | undefined => {
  if (!creates) return undefined;
  const share = creates.unavailable / (creates.accepted + creates.limited + creates.unavailable);
  return share > thresholds.refusedShare ? { kind: 'creates_refused', ...critical, share } : undefined;
};

const findOverdue = ({ audit }: Readings): Concern | undefined => {
  const seconds = audit.oldest_overdue_seconds;
  return seconds > thresholds.overdueSeconds ? { kind: 'deliveries_overdue', ...critical, seconds } : undefined;
};

const findStorm = ({ windows: { live } }: Readings): Concern | undefined =>
  live.probing >= thresholds.probingMin &&
  live.probing / (live.open + live.narrowed + live.probing) > thresholds.probingShare
    ? { kind: 'breaker_storm', ...critical, count: live.probing }
    : undefined;

/** Heartbeats of webhook-dispatcher come over RabbitMQ, those of the others over HTTP. */
export const stateOfReplica = (
  { service, silent }: { service: string; silent: boolean },
  queueStates: Readings['queueStates'],
): OperatorStatus['replicas'][number]['state'] => {
  if (!silent) return 'running';
  return service === 'webhook-dispatcher' && !queueStates ? 'unknown' : 'silent';
};

const findSilent = ({ replicas }: Readings): Concern[] =>
  [...new Set(replicas.map(({ service }) => service))].flatMap((service): Concern[] => {
    const all = replicas.filter((replica) => replica.service === service);
    const count = all.filter(({ state }) => state === 'silent').length;
    return count > 0 ? [{ kind: 'replicas_silent', ...warning, service, count, replicas: all.length }] : [];
  });

/** A silent replica says nothing of its work. */
const findStalled = ({ replicas }: Readings): Concern[] => {
  const counts = new Map<string, { service: string; work: string; count: number }>();
  for (const { service, state, stalled } of replicas) {
    if (state !== 'running') continue;
    for (const work of stalled) {
      const key = `${service} ${work}`;
      counts.set(key, { service, work, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()].map((found) => ({ kind: 'work_stalled', ...critical, ...found }));
};

const findSetAside = ({ backlog: { set_aside: count } }: Readings): Concern | undefined =>
  count > thresholds.setAside ? { kind: 'items_set_aside', ...warning, count } : undefined;

const findGrowing = ({ steps }: Readings, queue: string): Concern | undefined => {
  const window = lastSeconds(steps, growthWindowSeconds);
  const messages = window.at(-1)?.queues[queue] ?? 0;
  const isGrowing = messages > thresholds.queueMessages && messages > (window[0]?.queues[queue] ?? 0);
  return isGrowing ? { kind: 'queue_growing', ...warning, queue, messages } : undefined;
};

const findDeadLetters = ({ backlog: { dead_letters: count } }: Readings): Concern | undefined =>
  count > thresholds.deadLetters ? { kind: 'dead_letters', ...warning, count } : undefined;

const findDaysRunningOut = ({ partition_days_ahead: count }: Readings): Concern | undefined =>
  count < thresholds.daysAhead ? { kind: 'partition_days_running_out', ...warning, count } : undefined;

const findLate = (kind: 'erasure_overdue' | 'purge_overdue', seconds: number): Concern | undefined =>
  seconds > thresholds.retentionOverdueSeconds ? { kind, ...warning, seconds } : undefined;

const findFailing = ({ steps }: Readings): Concern | undefined => {
  const window = lastSeconds(steps, failedWindowSeconds);
  const attempts = window.reduce((sum, step) => sum + step.attempts, 0);
  const share = window.reduce((sum, step) => sum + step.failed_attempts, 0) / attempts;
  return share > thresholds.failedShare ? { kind: 'webhooks_failing', ...merchants, share } : undefined;
};

/** Failures of a sandbox merchant concern its developer only. */
const ofLive = (endpoints: readonly { mode: MerchantMode }[]): number =>
  endpoints.filter(({ mode }) => mode === 'live').length;

const counted = (
  kind: 'endpoints_held' | 'breakers_open' | 'endpoints_not_fetching' | 'orders_without_courier' | 'orders_late',
  count: number,
): Concern | undefined => (count > 0 ? { kind, ...merchants, count } : undefined);

/** The steps of that time before the newest one's beginning. One in which no order-state ran is missing. */
const lastSeconds = (steps: History['data'], seconds: number): History['data'] => {
  const untilMs = Date.parse(steps.at(-1)?.at ?? '');
  return steps.filter(({ at }) => Date.parse(at) > untilMs - seconds * 1_000);
};
