import type { EndpointView, MerchantSummary } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { ContactsCard } from '../../contacts/contacts-card.js';
import { hrefTo } from '../../shell/router.js';
import { endpointName, formatBounded } from '../../ui/format.js';
import { Badge } from '../../ui/icons.js';
import { Empty, Loaded } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { MaybeAgo } from '../../ui/time.js';
import { ConditionBadge } from '../../webhooks/endpoint.js';
import type { Condition } from '../../webhooks/rules/condition.js';
import { reads } from '../calls.js';
import { isSandbox } from '../owner.js';
import { text } from '../text/index.js';
import { AddEndpointButton } from './add-endpoint.js';
import { conditionOf } from './rules/endpoint-health.js';

const summaryEveryMs = 5_000;

export const EndpointsPage = () => {
  const t = text().endpoints;
  const endpoints = useLive(reads.endpoints());
  const summary = useLive(reads.summary(), summaryEveryMs);
  return (
    <>
      <div class="title-row">
        <h1>{t.title}</h1>
        {mayChange.value && <AddEndpointButton onDone={endpoints.refresh} />}
      </div>
      <p class="lead">{t.lead}</p>
      <section class="card">
        <Loaded live={endpoints}>
          {({ data }) => <EndpointTable endpoints={data} summary={summary.data.value} />}
        </Loaded>
      </section>
      <ContactsCard path="/contacts" isSandbox={isSandbox.value} />
    </>
  );
};

type EndpointTableProps = { endpoints: readonly EndpointView[]; summary: MerchantSummary | undefined };

export const EndpointTable = ({ endpoints, summary }: EndpointTableProps) => {
  const t = text().endpoints;
  if (endpoints.length === 0) return <Empty title={t.none}>{t.noneText}</Empty>;
  return <Table caption={t.title} columns={columns(summary)} keyOf={({ id }) => id} rows={endpoints} />;
};

const columns = (summary: MerchantSummary | undefined): Column<EndpointView>[] => {
  const { endpoints: t, event } = text();
  return [
    {
      key: 'state',
      header: t.state,
      onPhone: 'aside',
      cell: (row) => <EndpointCondition type={row.type} condition={conditionOf(row, summary)} />,
    },
    {
      key: 'url',
      header: t.url,
      onPhone: 'first',
      cell: (row) => (
        <a class="address" href={hrefTo(['endpoints', row.id])}>
          {endpointName(row)}
        </a>
      ),
    },
    {
      key: 'events',
      header: t.events,
      cell: ({ events }) => events?.map((each) => event[each]).join(', ') ?? t.standardEvents,
    },
    {
      key: 'waiting',
      header: t.waiting,
      isNumber: true,
      onPhone: 'second labelled',
      cell: ({ waiting }) => formatBounded(waiting),
    },
    {
      key: 'failing',
      header: t.failingSince,
      onPhone: 'second labelled',
      cell: ({ id }) => <MaybeAgo at={summary?.endpoints.find((each) => each.id === id)?.failing_since} />,
    },
  ];
};

type ConditionProps = { type: EndpointView['type']; condition: Condition };

/** A pull endpoint gets no requests, so it has no failures: it is fetched from, or not, or disabled. */
const isFetched = ({ type, condition }: ConditionProps): boolean =>
  type === 'pull' && condition !== 'disabled' && condition !== 'not_fetching';

export const EndpointCondition = (props: ConditionProps) => {
  if (isFetched(props)) return <Badge tone="good">{text().endpoints.ready}</Badge>;
  return <ConditionBadge condition={props.condition} />;
};

export const describeCondition = (props: ConditionProps): string => {
  const { endpoints: t, conditionWords } = text();
  return isFetched(props) ? t.readyText : conditionWords[props.condition];
};
