import type { OperatorOrder } from '@delivery/contracts';
import { useLivePages } from '../../api/pages.js';
import { ExportButtons } from '../../exports/export-buttons.js';
import { OrderStatusCell } from '../../lanes/order-head.js';
import { hrefTo } from '../../shell/router.js';
import { Filters } from '../../ui/filters.js';
import { Empty } from '../../ui/states.js';
import { type Column, PagedTable } from '../../ui/table.js';
import { Ago } from '../../ui/time.js';
import { type OrderFilter, reads } from '../calls.js';
import { text } from '../text/index.js';

const orderKey = ({ id }: OperatorOrder): string => id;

/** Orders of one merchant, or of all, the newest first; or those under way that a courier's system has. */
export const OrderList = ({ filter = {} }: { filter?: OrderFilter }) => {
  const t = text();
  const pages = useLivePages(reads.orders(filter), orderKey);
  return (
    <section class="card">
      <ExportButtons pages={pages} name="orders" />
      <PagedTable
        caption={t.ordersPage.title}
        columns={
          filter.merchant_id === undefined ? orderColumns() : orderColumns().filter(({ key }) => key !== 'merchant')
        }
        pages={pages}
        empty={<Empty title={filter.late ? t.ordersPage.noneLate : t.ordersPage.none} />}
      />
    </section>
  );
};

const modes = ['live', 'sandbox'] as const;

export const OrdersPage = ({ query }: { query: URLSearchParams }) => {
  const t = text().ordersPage;
  const late = modes.find((mode) => mode === query.get('late'));
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <Filters
        label={t.filter}
        choices={[
          { label: text().all, href: hrefTo(['orders']), isChosen: late === undefined },
          ...modes.map((mode) => ({
            label: t.late[mode],
            href: hrefTo(['orders'], { late: mode }),
            isChosen: late === mode,
          })),
        ]}
      />
      <OrderList filter={{ late }} />
    </>
  );
};

export const orderColumns = (): Column<OperatorOrder>[] => {
  const { search: t, orders } = text();
  return [
    {
      key: 'order',
      header: orders.displayId,
      onPhone: 'first',
      cell: (row) => <a href={hrefTo(['orders', row.id])}>{row.display_id}</a>,
    },
    { key: 'status', header: orders.statusColumn, onPhone: 'aside', cell: OrderStatusCell },
    {
      key: 'merchant',
      header: orders.merchant,
      onPhone: 'second',
      cell: (row) => <a href={hrefTo(['merchants', row.merchant_id])}>{row.merchant_name}</a>,
    },
    { key: 'external', header: orders.externalId, cell: ({ external_id }) => <code>{external_id}</code> },
    { key: 'created', header: orders.created, cell: ({ created_at }) => <Ago at={created_at} /> },
    { key: 'updated', header: t.updated, onPhone: 'second', cell: ({ updated_at }) => <Ago at={updated_at} /> },
  ];
};
