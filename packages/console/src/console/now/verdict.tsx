import type { History, OperatorStatus } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { formatBounded, formatCount, formatDuration, formatShare } from '../../ui/format.js';
import { Verdict } from '../../ui/verdict.js';
import { text } from '../text/index.js';
import { type Concern, findConcerns } from './rules/find-concerns.js';

export const NowVerdict = ({ status, history }: { status: OperatorStatus; history: History | undefined }) => {
  const t = text().now;
  const concerns = findConcerns(status, history);
  if (concerns.length === 0) return <Verdict tone="good" title={t.calm} words={t.calmText} />;
  return (
    <Verdict
      tone={concerns.some((concern) => concern.tone === 'bad') ? 'bad' : 'warn'}
      title={t.concerns(concerns.length)}
      concerns={concerns.map((concern) => ({ words: tell(concern), href: placeOf(concern) }))}
    />
  );
};

/** Where it can be looked into. */
const placeOf = (concern: Concern): string | undefined => {
  switch (concern.kind) {
    case 'deadLetters':
      return hrefTo(['dead-letters']);
    case 'breakers':
    case 'failing':
      return hrefTo(['endpoints'], { health: 'breaker_open' });
    case 'overdue':
      return hrefTo(['endpoints']);
    case 'unbalanced':
    case 'queue':
    case 'partitionDays':
    case 'erasureLate':
    case 'purgeLate':
      return undefined;
  }
};

const tell = (concern: Concern): string => {
  const { concern: t, stage } = text().now;
  const queues = {
    'order-state.orders': stage.ordersQueue,
    'webhook-dispatcher.deliveries': stage.deliveriesQueue,
    'order-state.attempts': text().now.reports,
  };
  switch (concern.kind) {
    case 'unbalanced':
      return t.unbalanced;
    case 'overdue':
      return t.overdue(formatDuration(concern.seconds * 1_000));
    case 'queue':
      return t.queue(queues[concern.queue], formatCount(concern.messages));
    case 'deadLetters':
      return t.deadLetters(formatBounded(concern.count));
    case 'breakers':
      return t.breakers(formatCount(concern.count));
    case 'failing':
      return t.failing(formatShare(concern.share));
    case 'partitionDays':
      return t.partitionDays(formatCount(concern.count));
    case 'erasureLate':
    case 'purgeLate':
      return t[concern.kind](formatDuration(concern.seconds * 1_000));
  }
};
