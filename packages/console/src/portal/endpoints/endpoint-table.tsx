import type { EndpointView, MerchantSummary } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { endpointName, formatBounded } from '../../ui/format.js';
import { Empty } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { MaybeAgo } from '../../ui/time.js';
import { text } from '../text/index.js';
import { EndpointCondition } from './endpoint-condition.js';
import { conditionOf } from './rules/condition.js';

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
