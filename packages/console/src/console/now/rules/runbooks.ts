import type { Concern } from '@delivery/contracts';

/** The section of docs/operations.md about each concern. */
export const runbooks: Readonly<Record<Concern['kind'], string>> = {
  ledger_unbalanced: 'ledger-unbalanced',
  broker_disconnected: 'broker-disconnected',
  consumers_missing: 'consumers-missing',
  creates_refused: 'intake-error-budget-burn',
  deliveries_overdue: 'deliveries-overdue',
  breaker_storm: 'breaker-storm',
  replicas_silent: 'service-down',
  work_stalled: 'work-stalled',
  items_set_aside: 'items-set-aside',
  queue_growing: 'queue-growing',
  dead_letters: 'dead-letters',
  partition_days_running_out: 'partition-days-running-out',
  erasure_overdue: 'retention-overdue',
  purge_overdue: 'retention-overdue',
  webhooks_failing: 'webhooks-failing',
  endpoints_held: 'endpoints-disabled',
  breakers_open: 'webhooks-failing',
  endpoints_not_fetching: 'endpoints-not-fetching',
  orders_without_courier: 'orders-late',
  orders_late: 'orders-late',
};

/** order-state serves the guide beside the console. */
export const runbookOf = (kind: Concern['kind']): string => `../operator/docs/operations#${runbooks[kind]}`;
