import type { OrderListEntry } from '@delivery/contracts';
import { OrderStatusCell } from '../../lanes/order-head.js';
import { hrefTo } from '../../shell/router.js';
import { Empty } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Ago } from '../../ui/time.js';
import { text } from '../text/index.js';

export const orderKey = ({ id }: OrderListEntry): string => id;

export const orderColumns = (): Column<OrderListEntry>[] => {
  const t = text().orders;
  return [
    {
      key: 'number',
      header: t.displayId,
      onPhone: 'first',
      cell: (row) => <a href={hrefTo(['orders', row.id])}>{row.display_id}</a>,
    },
    { key: 'status', header: t.statusColumn, onPhone: 'aside', cell: OrderStatusCell },
    { key: 'external', header: t.externalId, onPhone: 'second', cell: ({ external_id }) => <code>{external_id}</code> },
    { key: 'created', header: t.created, cell: ({ created_at }) => <Ago at={created_at} /> },
    { key: 'updated', header: t.changed, onPhone: 'second', cell: ({ updated_at }) => <Ago at={updated_at} /> },
  ];
};

export const OrderTable = ({ caption, rows }: { caption: string; rows: readonly OrderListEntry[] }) => {
  const t = text().orders;
  if (rows.length === 0) return <Empty title={t.none}>{t.noneText}</Empty>;
  return <Table caption={caption} columns={orderColumns()} keyOf={orderKey} rows={rows} />;
};
