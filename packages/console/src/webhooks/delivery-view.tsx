import type { ComponentChildren } from 'preact';
import type { AttemptView, DeliveryWithAttempts } from '@delivery/contracts';
import type { Live } from '../api/live.js';
import { hrefTo, useTitle } from '../shell/router.js';
import { text } from '../text/index.js';
import { CopyLink } from '../ui/buttons.js';
import { Facts } from '../ui/cards.js';
import { endpointName, formatCount, formatDuration, type NamedEndpoint } from '../ui/format.js';
import { Badge } from '../ui/icons.js';
import { Loaded } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { Ago, MaybeAgo, Moment } from '../ui/time.js';
import { describeError, describeState, ErrorHelp, OrderOf } from './delivery-table.js';

type DeliveryViewProps = {
  live: Live<DeliveryWithAttempts>;
  /** The list that it is in. */
  list: { place: readonly string[]; title: string };
  /** Beside the title. */
  state: (delivery: DeliveryWithAttempts) => ComponentChildren;
  endpoint: (id: string) => ComponentChildren;
  /** Below the attempts. */
  children: (delivery: DeliveryWithAttempts) => ComponentChildren;
};

/** A page of one delivery. */
export const DeliveryView = ({ live, list, state, endpoint, children }: DeliveryViewProps) => {
  const t = text();
  const found = live.data.value;
  useTitle(found && `${t.event[found.event]} ${t.orders.number(found.sequence)}`);
  return (
    <>
      <div class="crumbs title-row">
        <a href={hrefTo(list.place)}>{list.title}</a>
        <CopyLink />
      </div>
      {found === undefined && <h1>{t.deliveries.detail}</h1>}
      <Loaded live={live}>
        {(delivery) => (
          <>
            <div class="title-row">
              <h1>{t.event[delivery.event]}</h1>
              {state(delivery)}
            </div>
            <p class="lead">{describeState(delivery)}</p>
            <section class="card">
              <Facts facts={factsOf(delivery, endpoint(delivery.endpoint_id))} />
            </section>
            <section class="card" aria-labelledby="attempts">
              <h2 id="attempts">{t.deliveries.attemptList}</h2>
              <AttemptTable attempts={delivery.attempts} />
            </section>
            {children(delivery)}
          </>
        )}
      </Loaded>
    </>
  );
};

const factsOf = (delivery: DeliveryWithAttempts, endpoint: ComponentChildren) => {
  const { deliveries: t } = text();
  return [
    [t.order, <OrderOf delivery={delivery} />],
    [t.sequence, formatCount(delivery.sequence)],
    [t.endpoint, endpoint],
    [t.webhookId, <code>{delivery.webhook_id}</code>],
    [t.created, <Moment at={delivery.created_at} />],
    [t.next, <MaybeAgo at={delivery.next_attempt_at} />],
    [t.settled, <MaybeAgo at={delivery.settled_at} />],
  ] as const;
};

/** By its id until its name is known. */
export const EndpointLink = ({ id, endpoint }: { id: string; endpoint: NamedEndpoint | undefined }) => (
  <a href={hrefTo(['endpoints', id])}>{endpoint ? endpointName(endpoint) : id}</a>
);

/** Everything that was tried for one delivery. */
const AttemptTable = ({ attempts }: { attempts: readonly AttemptView[] }) => {
  const t = text().deliveries;
  if (attempts.length === 0) return <p class="quiet">{t.attemptNone}</p>;
  return (
    <>
      <Table
        caption={t.attemptList}
        keyOf={({ attempt }) => String(attempt)}
        rows={attempts}
        columns={attemptColumns()}
      />
      <ErrorHelp codes={attempts.map(({ error_code }) => error_code)} />
    </>
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
      cell: ({ error_detail, response_excerpt }) => (
        <>
          {error_detail && <code>{error_detail}</code>}
          {response_excerpt && <pre class="excerpt">{response_excerpt}</pre>}
        </>
      ),
    },
  ];
};

const AttemptAnswer = ({ attempt }: { attempt: AttemptView }) => {
  const t = text().deliveries;
  const answered = attempt.status_code === null ? undefined : t.status(attempt.status_code);
  if (attempt.error_code === null) return <Badge tone="good">{answered ?? text().deliveryState.delivered}</Badge>;
  return <Badge tone="bad">{answered ?? describeError(attempt.error_code)}</Badge>;
};
