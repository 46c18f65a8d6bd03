import type { LaneDelivery, OrderLanes } from '@delivery/contracts';
import { reads } from '../api/calls.js';
import { useLive } from '../api/live.js';
import { mayChange } from '../api/session.js';
import { SwitchButton } from '../endpoints/switch-button.js';
import { DeliveryState, describeError } from '../merchants/delivery-state.js';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { formatDuration } from '../ui/format.js';
import { Badge } from '../ui/icons.js';
import { Ago } from '../ui/time.js';
import { countBehind, headOf, isLost } from './rules/order-verdict.js';
import { describeWait } from './wait-words.js';

const shownAttemptMax = 3;
const endpointsEveryMs = 5_000;

type Lane = OrderLanes['lanes'][number];
type Attempt = LaneDelivery['attempts'][number];
type CardProps = { merchantId: string; lane: Lane; delivery: LaneDelivery; refresh: () => void };

export const DeliveryCard = ({ merchantId, lane, delivery, refresh }: CardProps) => {
  const t = text().orders;
  const isHead = headOf(lane)?.id === delivery.id;
  const behind = countBehind(lane, delivery);
  const attempts = delivery.attempts;
  const earlier = attempts.slice(0, -shownAttemptMax);
  return (
    <div class={behind > 0 ? 'delivery-card blocks' : 'delivery-card'}>
      <p class="badges">
        <DeliveryState delivery={delivery} />
        {behind > 0 && <Badge tone="warn">{t.blocks(behind)}</Badge>}
      </p>
      {delivery.waits_for && <p>{describeWait(delivery.waits_for)}</p>}
      {earlier.length > 0 && (
        <details>
          <summary>{t.earlier(earlier.length)}</summary>
          <Attempts attempts={earlier} />
        </details>
      )}
      <Attempts attempts={attempts.slice(-shownAttemptMax)} />
      {mayChange.value && isHead && lane.endpoint.status === 'disabled' && (
        <EnableButton merchantId={merchantId} endpoint={lane.endpoint} refresh={refresh} />
      )}
      {mayChange.value && isLost(delivery, lane.deliveries) && (
        <a href={hrefTo(['merchants', merchantId, 'replays'])}>{t.replay}</a>
      )}
    </div>
  );
};

/** How many wait for it, of all orders, is told by lists alone. */
const EnableButton = ({
  merchantId,
  endpoint,
  refresh,
}: {
  merchantId: string;
  endpoint: Lane['endpoint'];
  refresh: () => void;
}) => {
  const endpoints = useLive(reads.endpoints({ merchant_id: merchantId }), endpointsEveryMs);
  const waiting = endpoints.data.value?.data.find(({ id }) => id === endpoint.id)?.waiting ?? 0;
  return <SwitchButton endpoint={endpoint} waiting={waiting} onDone={refresh} />;
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
  const { status_code, error_code, response_excerpt } = attempt;
  const answer = status_code === null ? describeError(error_code ?? '') : deliveries.status(status_code);
  return (
    <>
      {orders.attempt(attempt.attempt)}: {answer}, {formatDuration(attempt.duration_ms)}, <Ago at={attempt.at} />
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
