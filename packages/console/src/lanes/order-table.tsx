import type { OrderListEntry } from '@delivery/contracts';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import type { Column } from '../ui/table.js';
import { Ago } from '../ui/time.js';
import { OrderStatusCell } from './order-head.js';

type ListedOrder = Pick<
  OrderListEntry,
  'id' | 'display_id' | 'external_id' | 'status' | 'late_since' | 'created_at' | 'updated_at'
>;

export const orderKey = ({ id }: Pick<ListedOrder, 'id'>): string => id;

/** A list of orders. `more`: what one app alone shows, beside the status. */
export const orderColumns = <T extends ListedOrder>(more: readonly Column<T>[] = []): Column<T>[] => {
  const t = text().orders;
  return [
    {
      key: 'number',
      header: t.displayId,
      onPhone: 'first',
      cell: (row) => <a href={hrefTo(['orders', row.id])}>{row.display_id}</a>,
    },
    { key: 'status', header: t.statusColumn, onPhone: 'aside', cell: OrderStatusCell },
    ...more,
    { key: 'external', header: t.externalId, onPhone: 'second', cell: ({ external_id }) => <code>{external_id}</code> },
    { key: 'created', header: t.created, onPhone: 'second', cell: ({ created_at }) => <Ago at={created_at} /> },
    {
      key: 'updated',
      header: t.changed,
      cell: ({ updated_at }) => <Ago at={updated_at} />,
      fills: ({ created_at, updated_at }) => updated_at !== created_at,
    },
  ];
};
