import type { ComponentChildren } from 'preact';
import type { LaneDelivery } from '@delivery/contracts';
import { text } from '../text/index.js';
import { formatDuration } from '../ui/format.js';
import { ToneIcon } from '../ui/icons.js';
import { Ago } from '../ui/time.js';
import { DeliveryState, describeError } from '../webhooks/delivery-state.js';
import { countBehind, type Lane } from './rules/receivers.js';
import { describeWait } from './wait-words.js';

const shownAttemptMax = 3;

type Attempt = LaneDelivery['attempts'][number];
/** `help`: the button that helps with a stuck delivery, if the user may use one. */
type CardProps = { lane: Lane; delivery: LaneDelivery; help: ComponentChildren };

export const DeliveryCard = ({ lane, delivery, help }: CardProps) => {
  const t = text().orders;
  const behind = countBehind(lane, delivery);
  const attempts = delivery.attempts;
  const earlier = attempts.slice(0, -shownAttemptMax);
  return (
    <div class={behind > 0 ? 'delivery-card blocks' : 'delivery-card'}>
      <p>
        <DeliveryState delivery={delivery} />
      </p>
      {behind > 0 && (
        <p class="blocks-words">
          <ToneIcon tone="warn" />
          {t.blocks(behind)}
        </p>
      )}
      {delivery.waits_for && <p>{describeWait(delivery.waits_for)}</p>}
      {earlier.length > 0 && (
        <details>
          <summary>{t.earlier(earlier.length)}</summary>
          <Attempts attempts={earlier} />
        </details>
      )}
      <Attempts attempts={attempts.slice(-shownAttemptMax)} />
      {help}
    </div>
  );
};

const Attempts = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <ol>
    {attempts.map((attempt) => (
      <li key={`${attempt.attempt} ${attempt.at}`}>
        <AttemptLine attempt={attempt} />
      </li>
    ))}
  </ol>
);

const AttemptLine = ({ attempt }: { attempt: Attempt }) => {
  const { orders, deliveries } = text();
  const { status_code, error_code, error_detail, response_excerpt } = attempt;
  const answer = status_code === null ? describeError(error_code ?? '') : deliveries.status(status_code);
  return (
    <>
      {orders.attempt(attempt.attempt)}: {answer}, {formatDuration(attempt.duration_ms)}, <Ago at={attempt.at} />
      {error_detail && <code>{error_detail}</code>}
      {response_excerpt && (
        <details>
          <summary>{deliveries.response}</summary>
          <pre class="excerpt" tabIndex={0}>
            {response_excerpt}
          </pre>
        </details>
      )}
    </>
  );
};
