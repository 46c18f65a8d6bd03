import type { AttemptView, DeliveryWithAttempts } from '@delivery/contracts';
import { reads } from '../api/calls.js';
import { useLive } from '../api/live.js';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { Facts } from '../ui/facts.js';
import { formatCount, formatDuration } from '../ui/format.js';
import { Badge } from '../ui/icons.js';
import { Loaded } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { Ago, MaybeAgo, Moment } from '../ui/time.js';
import { DeliveryState, describeError } from './delivery-state.js';

/** For the name of the endpoint alone, which seldom changes. */
const merchantEveryMs = 30_000;

type DeliveryPageProps = { merchantId: string; deliveryId: string };

export const DeliveryPage = ({ merchantId, deliveryId }: DeliveryPageProps) => {
  const t = text();
  const live = useLive(reads.delivery(merchantId, deliveryId));
  return (
    <>
      <p class="crumbs">
        <a href={hrefTo(['merchants', merchantId, 'deliveries'])}>{t.merchants.deliveries}</a>
      </p>
      {live.data.value === undefined && <h1>{t.deliveries.detail}</h1>}
      <Loaded live={live}>
        {(delivery) => (
          <>
            <div class="title-row">
              <h1>{t.event[delivery.event]}</h1>
              <DeliveryState delivery={delivery} />
            </div>
            <p class="lead">{t.deliveryStateHint[delivery.state]}</p>
            <section class="card">
              <DeliveryFacts merchantId={merchantId} delivery={delivery} />
            </section>
            <section class="card" aria-labelledby="attempts">
              <h2 id="attempts">{t.deliveries.attemptList}</h2>
              <Attempts attempts={delivery.attempts} />
            </section>
          </>
        )}
      </Loaded>
    </>
  );
};

const DeliveryFacts = ({ merchantId, delivery }: { merchantId: string; delivery: DeliveryWithAttempts }) => {
  const t = text().deliveries;
  const merchant = useLive(reads.merchant(merchantId), merchantEveryMs).data.value;
  const endpoint = merchant?.webhook_endpoints.find(({ id }) => id === delivery.endpoint_id);
  return (
    <Facts
      facts={[
        [t.order, <a href={hrefTo(['orders', delivery.order_id])}>{delivery.order_id}</a>],
        [t.sequence, formatCount(delivery.sequence)],
        [t.endpoint, <a href={hrefTo(['endpoints', delivery.endpoint_id])}>{endpoint?.url ?? delivery.endpoint_id}</a>],
        [t.webhookId, <code>{delivery.webhook_id}</code>],
        [t.created, <Moment at={delivery.created_at} />],
        [t.next, <MaybeAgo at={delivery.next_attempt_at} />],
        [t.settled, <MaybeAgo at={delivery.settled_at} />],
      ]}
    />
  );
};

const Attempts = ({ attempts }: { attempts: readonly AttemptView[] }) => {
  const t = text().deliveries;
  if (attempts.length === 0) return <p class="quiet">{t.attemptNone}</p>;
  return (
    <Table
      caption={t.attemptList}
      keyOf={({ attempt }) => String(attempt)}
      rows={attempts}
      columns={attemptColumns()}
    />
  );
};

const attemptColumns = (): Column<AttemptView>[] => {
  const t = text().deliveries;
  return [
    { key: 'attempt', header: t.attempt, isNumber: true, cell: ({ attempt }) => formatCount(attempt) },
    { key: 'answer', header: t.answer, cell: (attempt) => <AttemptAnswer attempt={attempt} /> },
    { key: 'took', header: t.took, isNumber: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
    { key: 'at', header: t.at, cell: ({ at }) => <Ago at={at} /> },
    {
      key: 'response',
      header: t.response,
      // Text of a stranger's server: it is never anything else here.
      cell: ({ response_excerpt }) => (response_excerpt ? <pre class="excerpt">{response_excerpt}</pre> : ''),
    },
  ];
};

const AttemptAnswer = ({ attempt }: { attempt: AttemptView }) => {
  const t = text().deliveries;
  const answered = attempt.status_code === null ? undefined : t.status(attempt.status_code);
  if (attempt.error_code === null) return <Badge tone="good">{answered ?? text().deliveryState.delivered}</Badge>;
  return <Badge tone="bad">{answered ?? describeError(attempt.error_code)}</Badge>;
};
