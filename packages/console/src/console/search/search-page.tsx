import type { FoundOrder } from '@delivery/contracts';
import { FoundOrders } from '../../shell/found-orders.js';
import { hrefTo } from '../../shell/router.js';
import type { Column } from '../../ui/table.js';
import { Ago } from '../../ui/time.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

export const SearchPage = ({ query }: { query: URLSearchParams }) => (
  <FoundOrders query={query} find={reads.search} columns={columns} />
);

const columns = (): Column<FoundOrder>[] => {
  const { search: t, orders } = text();
  return [
    {
      key: 'order',
      header: orders.displayId,
      cell: (row) => <a href={hrefTo(['orders', row.id])}>{row.display_id}</a>,
    },
    { key: 'by', header: t.foundBy, cell: ({ found_by }) => t.by[found_by] },
    { key: 'external', header: orders.externalId, cell: ({ external_id }) => <code>{external_id}</code> },
    { key: 'merchant', header: orders.merchant, cell: (row) => row.merchant_name },
    { key: 'status', header: orders.statusColumn, cell: ({ status }) => orders.status[status] },
    { key: 'updated', header: t.updated, cell: ({ updated_at }) => <Ago at={updated_at} /> },
  ];
};
