import type { OrderMessage } from '@delivery/contracts';
import { counter, histogram, type Registry } from '@delivery/service-kit';
import type { AttemptPlan } from './ledger/rules/attempts.js';
import type { Release } from './ledger/rules/releases.js';
import type { AppliedBatch } from './orders/apply-messages.js';
import { commandKeyOf } from './orders/rules/decide-batch.js';
import type { StandbyReadOutcome } from './shared-api/read-from-standby.js';

/** The metrics of order-state. Labels are bounded: no order, merchant or endpoint is ever one. */
export const createMetrics = (registry: Registry) => {
  const { batchSize, batchSeconds, commands, events, released, settled, attempts, pulled } =
    createFlowMetrics(registry);
  const countSettled = ({ updates }: AttemptPlan): void => {
    for (const { state, settledAtMs } of updates) if (settledAtMs !== null) settled.inc({ state });
  };
  const { publishFailures, stuck, setAside, disabled, purged, skipped, standbyReads, erased } =
    createEventMetrics(registry);
  return {
    onApplied: ({ plan, verdicts }: AppliedBatch, messages: readonly OrderMessage[], durationMs: number) => {
      batchSize.observe({ queue: 'orders' }, messages.length);
      batchSeconds.observe({ queue: 'orders' }, durationMs / 1_000);
      for (const message of messages) {
        const outcome = verdicts.get(commandKeyOf(message))?.outcome ?? 'unknown';
        commands.inc({ type: message.type, outcome });
      }
      for (const { event, mode } of plan.events) events.inc({ event, mode });
    },
    onSettled: (plan: AttemptPlan, durationMs: number) => {
      batchSize.observe({ queue: 'attempts' }, plan.logged.length);
      batchSeconds.observe({ queue: 'attempts' }, durationMs / 1_000);
      attempts.inc({ result: 'counted' }, plan.logged.length - plan.stale);
      if (plan.stale > 0) attempts.inc({ result: 'stale' }, plan.stale);
      if (plan.unknown > 0) attempts.inc({ result: 'unknown' }, plan.unknown);
      countSettled(plan);
    },
    onTaken: (count: number) => pulled.inc({ action: 'taken' }, count),
    onAcked: (plan: AttemptPlan) => {
      pulled.inc({ action: 'acked' }, plan.updates.length);
      countSettled(plan);
    },
    onExpired: (plan: AttemptPlan) => {
      pulled.inc({ action: 'expired' }, plan.updates.length);
      countSettled(plan);
    },
    onReleased: (releases: readonly Release[]) => released.inc(releases.length),
    onPublishFailed: (count: number) => publishFailures.inc(count),
    onDisabled: (count: number, reason: string) => disabled.inc({ reason }, count),
    onPurged: (count: number) => purged.inc(count),
    onSkipped: (step: string) => skipped.inc({ step }),
    onErased: (what: keyof typeof erased, reason: 'age' | 'request', count: number) =>
      erased[what].inc({ reason }, count),
    onSetAside: (loop: string, count: number) => setAside.inc({ loop }, count),
    onStuck: (count: number) => stuck.inc(count),
    onStandbyRead: (outcome: StandbyReadOutcome) => standbyReads.inc({ outcome }),
  };
};
export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics of the flow of orders and deliveries. */
const createFlowMetrics = (registry: Registry) => {
  const batchSize = histogram(registry, {
    name: 'order_state_batch_messages',
    help: 'Messages applied in one transaction, by queue.',
    labelNames: ['queue'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  });
  const batchSeconds = histogram(registry, {
    name: 'order_state_batch_duration_seconds',
    help: 'From the start of a batch to its commit, by queue.',
    labelNames: ['queue'],
  });
  const commands = counter(registry, {
    name: 'order_state_commands_total',
    help: 'Messages decided, by type and outcome (applied, unchanged, refused, parked).',
    labelNames: ['type', 'outcome'],
  });
  const events = counter(registry, {
    name: 'order_state_events_total',
    help: 'Events emitted, by event and mode (live, sandbox).',
    labelNames: ['event', 'mode'],
  });
  const released = counter(registry, {
    name: 'order_state_deliveries_released_total',
    help: 'Deliveries released to the dispatchers.',
  });
  const settled = counter(registry, {
    name: 'order_state_deliveries_settled_total',
    help: 'Deliveries settled, by state (delivered, exhausted, skipped).',
    labelNames: ['state'],
  });
  const attempts = counter(registry, {
    name: 'order_state_attempts_total',
    help: 'Attempt reports, by result (counted, stale, unknown).',
    labelNames: ['result'],
  });
  const pulled = counter(registry, {
    name: 'order_state_pulled_deliveries_total',
    help: 'Deliveries of pull endpoints, by action: taken by a poll, acked, expired (not acked in time).',
    labelNames: ['action'],
  });
  return { batchSize, batchSeconds, commands, events, released, settled, attempts, pulled };
};

/** Metrics of rare events. */
const createEventMetrics = (registry: Registry) => {
  const publishFailures = counter(registry, {
    name: 'order_state_publish_failures_total',
    help: 'Releases that were not confirmed, and are published again.',
  });
  const stuck = counter(registry, {
    name: 'order_state_stuck_deliveries_total',
    help: 'Deliveries behind a settled one, and due endpoints that nothing would have looked at. Must stay 0.',
  });
  const setAside = counter(registry, {
    name: 'order_state_set_aside_total',
    help: 'Messages, deliveries and endpoints set aside, because their statements fail or take too long, by loop.',
    labelNames: ['loop'],
  });
  const disabled = counter(registry, {
    name: 'order_state_endpoints_disabled_total',
    help: 'Endpoints disabled by the system, by reason (gone, failing).',
    labelNames: ['reason'],
  });
  const purged = counter(registry, {
    name: 'order_state_orders_purged_total',
    help: 'Orders purged, with their history.',
  });
  const skipped = counter(registry, {
    name: 'order_state_retention_skipped_total',
    help:
      'Orders and steps that retention skipped because they failed, by step. `retention.order_skipped` in the ' +
      'log names the order. Must stay 0.',
    labelNames: ['step'],
  });
  const orders = counter(registry, {
    name: 'order_state_orders_erased_total',
    help: "Orders from which customers' data was erased, by reason (age, request).",
    labelNames: ['reason'],
  });
  const deadLetters = counter(registry, {
    name: 'order_state_dead_letters_erased_total',
    help: 'Dead letters whose message was erased, by reason (age, request).',
    labelNames: ['reason'],
  });
  const standbyReads = counter(registry, {
    name: 'order_state_standby_reads_total',
    help:
      'Reads that a standby may answer, by outcome: answered, or why the primary did: not_found, starting, ' +
      'away, behind, not_a_standby, another_database, failing, conflict, slow.',
    labelNames: ['outcome'],
  });
  return {
    publishFailures,
    stuck,
    setAside,
    disabled,
    purged,
    skipped,
    standbyReads,
    erased: { orders, dead_letters: deadLetters },
  };
};
