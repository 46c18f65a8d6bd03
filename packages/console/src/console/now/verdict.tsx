import type { Concern } from '@delivery/contracts';
import { hrefTo, useTitle } from '../../shell/router.js';
import { Verdict } from '../../ui/cards.js';
import { formatBounded, formatCount, formatDuration, formatShare } from '../../ui/format.js';
import { text } from '../text/index.js';
import { runbookOf } from './rules/runbooks.js';

/** Faults that operators mend, and below them faults that merchants mend. */
export const NowVerdict = ({ concerns }: { concerns: readonly Concern[] }) => {
  const t = text().now;
  const ours = concerns.filter(({ owner }) => owner === 'service');
  const merchants = concerns.filter(({ owner }) => owner === 'merchants');
  // Visible from another tab.
  useTitle(ours.length > 0 ? `(${ours.length}) ${t.title}` : undefined);
  const isCritical = ours.some(({ severity }) => severity === 'critical');
  return (
    <>
      {ours.length === 0 ? (
        <Verdict tone="good" title={t.calm} words={t.calmText} />
      ) : (
        <Verdict tone={isCritical ? 'bad' : 'warn'} title={t.concerns(ours.length)} concerns={ours.map(toTold)} />
      )}
      {merchants.length > 0 && <Verdict tone="warn" title={t.merchantsConcerns} concerns={merchants.map(toTold)} />}
    </>
  );
};

const toTold = (concern: Concern) => ({
  words: tell(concern),
  href: placeOf(concern),
  more: { name: text().now.runbook, href: runbookOf(concern.kind) },
});

/** The page that shows more about a fault. */
const placeOf = (concern: Concern): string | undefined => {
  switch (concern.kind) {
    case 'dead_letters':
      return hrefTo(['dead-letters']);
    case 'breaker_storm':
    case 'breakers_open':
    case 'webhooks_failing':
      return hrefTo(['endpoints'], { health: 'breaker_open' });
    case 'endpoints_held':
      return hrefTo(['endpoints'], { health: 'disabled' });
    case 'endpoints_not_fetching':
      return hrefTo(['endpoints'], { health: 'not_fetching' });
    case 'deliveries_overdue':
      return hrefTo(['endpoints']);
    case 'orders_late':
      return hrefTo(['orders'], { late: 'live' });
    case 'orders_without_courier':
      return hrefTo(['orders'], { without_courier: 'live' });
    case 'ledger_unbalanced':
    case 'broker_disconnected':
    case 'creates_refused':
    case 'consumers_missing':
    case 'queue_growing':
    case 'replicas_silent':
    case 'work_stalled':
    case 'items_set_aside':
    case 'partition_days_running_out':
    case 'erasure_overdue':
    case 'purge_overdue':
      return undefined;
  }
};

const nameOf = (queue: string): string => {
  const { stage, reports } = text().now;
  const names: Record<string, string> = {
    'order-state.orders': stage.ordersQueue,
    'webhook-dispatcher.deliveries': stage.deliveriesQueue,
    'order-state.attempts': reports,
  };
  return names[queue] ?? queue;
};

const tell = (concern: Concern): string => {
  const t = text().now.concern;
  switch (concern.kind) {
    case 'ledger_unbalanced':
    case 'broker_disconnected':
      return t[concern.kind];
    case 'consumers_missing':
    case 'queue_growing':
      return t[concern.kind](nameOf(concern.queue), formatCount(concern.messages));
    case 'replicas_silent':
      return t[concern.kind](concern.service, formatCount(concern.count), formatCount(concern.replicas));
    case 'work_stalled':
      return t[concern.kind](concern.service, concern.work, formatCount(concern.count));
    case 'deliveries_overdue':
    case 'erasure_overdue':
    case 'purge_overdue':
      return t[concern.kind](formatDuration(concern.seconds * 1_000));
    case 'creates_refused':
    case 'webhooks_failing':
      return t[concern.kind](formatShare(concern.share));
    case 'dead_letters':
    case 'items_set_aside':
    case 'orders_late':
    case 'orders_without_courier':
      return t[concern.kind](formatBounded(concern.count));
    case 'breaker_storm':
    case 'breakers_open':
    case 'endpoints_held':
    case 'endpoints_not_fetching':
    case 'partition_days_running_out':
      return t[concern.kind](formatCount(concern.count));
  }
};
