import type { OwnFoundOrder } from '@delivery/contracts';
import { Found } from '../../shell/found.js';
import type { Column } from '../../ui/table.js';
import { reads } from '../api/calls.js';
import { orderColumns } from '../orders/order-table.js';
import { text } from '../text/index.js';

export const SearchPage = ({ query }: { query: URLSearchParams }) => (
  <Found query={query} find={reads.search} columns={columns} />
);

const columns = (): Column<OwnFoundOrder>[] => {
  const t = text().search;
  return [...orderColumns(), { key: 'by', header: t.foundBy, cell: ({ found_by }) => t.by[found_by] }];
};
