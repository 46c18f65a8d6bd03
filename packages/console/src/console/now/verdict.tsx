import type { History, OperatorStatus } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { formatBounded, formatCount, formatDuration, formatShare } from '../../ui/format.js';
import { ToneIcon } from '../../ui/icons.js';
import { text } from '../text/index.js';
import { type Concern, findConcerns } from './rules/find-concerns.js';

/** The answer to "is everything all right?", in one line, and what is not. */
export const Verdict = ({ status, history }: { status: OperatorStatus; history: History | undefined }) => {
  const t = text().now;
  const concerns = findConcerns(status, history);
  const tone = concerns.some((concern) => concern.tone === 'bad') ? 'bad' : 'warn';
  if (concerns.length === 0) {
    return (
      <div class="verdict tone-good" role="status">
        <ToneIcon tone="good" />
        <p>
          <strong>{t.calm}</strong> <span>{t.calmText}</span>
        </p>
      </div>
    );
  }
  return (
    <div class={`verdict tone-${tone}`} role="status">
      <ToneIcon tone={tone} />
      <div>
        <p>
          <strong>{t.concerns(concerns.length)}</strong>
        </p>
        <ul>
          {concerns.map((concern) => (
            <li key={tell(concern)}>
              <Told concern={concern} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
};

const Told = ({ concern }: { concern: Concern }) => {
  const place = placeOf(concern);
  return place === undefined ? <>{tell(concern)}</> : <a href={place}>{tell(concern)}</a>;
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
  }
};
