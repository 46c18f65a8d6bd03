import type { OperatorEndpointListEntry } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { endpointName, formatBounded, formatCount, longClass } from '../../ui/format.js';
import type { Column } from '../../ui/table.js';
import { MaybeAgo } from '../../ui/time.js';
import { ConditionBadge } from '../../webhooks/endpoint.js';
import { text } from '../text/index.js';
import { OwnerLink } from './owner-link.js';
import { conditionOf } from './rules/condition.js';

export const endpointKey = ({ id }: OperatorEndpointListEntry): string => id;

const merchantColumn = (): Column<OperatorEndpointListEntry> => ({
  key: 'merchant',
  header: text().endpoints.merchant,
  onPhone: 'second',
  cell: (row) => <OwnerLink id={row.merchant_id} name={row.merchant_name} />,
});

/** Without the merchant, where all are of one. */
export const endpointColumns = (): Column<OperatorEndpointListEntry>[] => {
  const t = text().endpoints;
  return [
    { key: 'state', header: t.state, onPhone: 'aside', cell: (row) => <ConditionBadge condition={conditionOf(row)} /> },
    {
      key: 'url',
      header: t.url,
      onPhone: 'first',
      cell: (row) => (
        <a class={`address ${longClass(endpointName(row)) ?? ''}`} href={hrefTo(['endpoints', row.id])}>
          {endpointName(row)}
        </a>
      ),
    },
    {
      key: 'waiting',
      header: t.waiting,
      isNumber: true,
      onPhone: 'second labelled',
      cell: (row) => formatBounded(row.waiting),
    },
    {
      key: 'window',
      header: t.inFlight,
      isNumber: true,
      cell: ({ window }) => t.windowValue(formatCount(window.in_flight), formatCount(window.size)),
    },
    {
      key: 'failing',
      header: t.failingSince,
      onPhone: 'second labelled',
      cell: (row) => <MaybeAgo at={row.window.failing_since} />,
    },
  ];
};

export const endpointColumnsOfAll = (): Column<OperatorEndpointListEntry>[] => {
  const [state, url, ...rest] = endpointColumns();
  return [state, url, merchantColumn(), ...rest].filter((column) => column !== undefined);
};
