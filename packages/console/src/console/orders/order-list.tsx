import type { ComponentChildren } from 'preact';
import type { OperatorOrder } from '@delivery/contracts';
import { useLivePages } from '../../api/pages.js';
import { DownloadMenu } from '../../exports/download-menu.js';
import { orderColumns, orderKey } from '../../lanes/order-table.js';
import { hrefTo } from '../../shell/router.js';
import { FilterSelect } from '../../ui/filters.js';
import { Empty } from '../../ui/states.js';
import { type Column, PagedTable } from '../../ui/table.js';
import { type OrderFilter, reads } from '../calls.js';
import { OwnerLink } from '../endpoints/endpoints-page.js';
import { text } from '../text/index.js';

/** Orders of one merchant, or of all, the newest first; or those under way that a courier's system has. */
export const OrderList = ({ filter, children }: { filter: OrderFilter; children?: ComponentChildren }) => {
  const t = text();
  const pages = useLivePages(reads.orders(filter), orderKey);
  return (
    <>
      <div class="filter-bar">
        {children}
        <DownloadMenu pages={pages} name="orders" />
      </div>
      <section class="card">
        <PagedTable
          caption={t.ordersPage.title}
          columns={filter.merchant_id === undefined ? ordersOfAll() : orderColumns()}
          pages={pages}
          empty={<Empty title={filter.late || filter.without_courier ? t.ordersPage.noneLate : t.ordersPage.none} />}
        />
      </section>
    </>
  );
};

export const OrdersPage = ({ query }: { query: URLSearchParams }) => {
  const t = text().ordersPage;
  const isLate = query.get('late') === 'live';
  const isUnserved = query.has('without_courier');
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <OrderList filter={{ late: isLate ? 'live' : undefined, without_courier: isUnserved ? 'live' : undefined }}>
        <FilterSelect
          label={t.filter}
          choices={[
            { label: text().all, href: hrefTo(['orders']), isChosen: !isLate && !isUnserved },
            { label: t.withoutCourier, href: hrefTo(['orders'], { without_courier: 'live' }), isChosen: isUnserved },
            { label: t.late, href: hrefTo(['orders'], { late: 'live' }), isChosen: isLate },
          ]}
        />
      </OrderList>
    </>
  );
};

/** With the merchant of each order. */
export const ordersOfAll = (): Column<OperatorOrder>[] =>
  orderColumns<OperatorOrder>([
    {
      key: 'merchant',
      header: text().orders.merchant,
      onPhone: 'second',
      cell: (row) => <OwnerLink id={row.merchant_id} name={row.merchant_name} />,
    },
  ]);
