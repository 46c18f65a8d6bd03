import type { OrderListEntry } from '@delivery/contracts';
import { orderStatuses } from '@delivery/contracts/status';
import { useLivePages } from '../../api/pages.js';
import { mayChange } from '../../api/session.js';
import { DownloadMenu } from '../../exports/download-menu.js';
import { orderColumns, orderKey } from '../../lanes/order-table.js';
import { hrefTo } from '../../shell/router.js';
import { FilterSelect } from '../../ui/filters.js';
import { Empty } from '../../ui/states.js';
import { PagedTable, Table } from '../../ui/table.js';
import { reads } from '../calls.js';
import { isSandbox } from '../owner.js';
import { NewOrderButton } from '../sandbox/new-order.js';
import { text } from '../text/index.js';

export const OrdersPage = ({ query }: { query: URLSearchParams }) => {
  const t = text();
  const status = orderStatuses.find((known) => known === query.get('status'));
  const isLate = query.get('late') === 'true';
  const pages = useLivePages(reads.orders({ status, late: isLate ? 'true' : undefined }), orderKey);
  return (
    <>
      <div class="title-row">
        <h1>{t.orders.listTitle}</h1>
        {isSandbox.value && mayChange.value && <NewOrderButton />}
      </div>
      <p class="lead">{t.orders.lead}</p>
      <div class="filter-bar">
        <FilterSelect
          label={t.orders.statusColumn}
          choices={[
            { label: t.all, href: hrefTo(['orders']), isChosen: status === undefined && !isLate },
            { label: t.orders.late, href: hrefTo(['orders'], { late: 'true' }), isChosen: isLate },
            ...orderStatuses.map((each) => ({
              label: t.orders.status[each],
              href: hrefTo(['orders'], { status: each }),
              isChosen: status === each,
            })),
          ]}
        />
        <DownloadMenu pages={pages} name="orders" />
      </div>
      <section class="card">
        <PagedTable
          caption={t.orders.listTitle}
          columns={orderColumns()}
          pages={pages}
          empty={
            status === undefined && !isLate ? (
              <Empty title={t.orders.none}>{t.orders.noneText}</Empty>
            ) : (
              <Empty title={isLate ? t.orders.noneLate : t.orders.noneFiltered} />
            )
          }
        />
      </section>
    </>
  );
};

export const OrderTable = ({ caption, rows }: { caption: string; rows: readonly OrderListEntry[] }) => {
  const t = text().orders;
  if (rows.length === 0) return <Empty title={t.none}>{t.noneText}</Empty>;
  return <Table caption={caption} columns={orderColumns()} keyOf={orderKey} rows={rows} />;
};
