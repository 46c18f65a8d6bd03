import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { endpointName, formatBounded, longClass } from '../ui/format.js';
import type { Column } from '../ui/table.js';
import { MaybeAgo } from '../ui/time.js';
import type { ListedEndpoint } from './calls.js';
import { ConditionBadge } from './endpoint.js';
import type { Condition } from './rules/condition.js';

type Row = ListedEndpoint & { waiting: number };

type ColumnsProps<T> = {
  conditionOf: (endpoint: T) => Condition;
  failingSinceOf: (endpoint: T) => string | null | undefined;
  /** Absent: the endpoint's own page. */
  hrefOf?: (endpoint: T) => string;
  /** Columns that one app alone has. */
  more?: readonly Column<T>[];
};

/** A list of endpoints. */
export const endpointColumns = <T extends Row>({
  conditionOf,
  failingSinceOf,
  hrefOf = ({ id }) => hrefTo(['endpoints', id]),
  more = [],
}: ColumnsProps<T>): Column<T>[] => {
  const t = text().endpoints;
  return [
    { key: 'state', header: t.state, onPhone: 'aside', cell: (row) => <ConditionBadge condition={conditionOf(row)} /> },
    {
      key: 'endpoint',
      header: t.detail,
      onPhone: 'first',
      cell: (row) => <EndpointCell row={row} href={hrefOf(row)} />,
    },
    ...more,
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
      cell: (row) => <MaybeAgo at={failingSinceOf(row)} />,
    },
  ];
};

/** By its name and its host, or by its URL. */
const EndpointCell = ({ row, href }: { row: Row; href: string }) => (
  <>
    <a class={`address ${longClass(endpointName(row)) ?? ''}`} href={href}>
      {endpointName(row)}
    </a>
    {row.name !== null && row.url !== null && <span class="age"> {row.url.split('/')[2]}</span>}
  </>
);
