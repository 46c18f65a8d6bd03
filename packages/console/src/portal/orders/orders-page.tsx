import { orderStatuses } from '@delivery/contracts/status';
import { useLivePages } from '../../api/pages.js';
import { mayChange } from '../../api/session.js';
import { ExportButtons } from '../../exports/export-buttons.js';
import { hrefTo } from '../../shell/router.js';
import { Filters } from '../../ui/filters.js';
import { Empty } from '../../ui/states.js';
import { PagedTable } from '../../ui/table.js';
import { reads } from '../api/calls.js';
import { NewOrderButton } from '../sandbox/new-order-button.js';
import { isSandbox } from '../session.js';
import { text } from '../text/index.js';
import { orderColumns, orderKey } from './order-table.js';

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
      <Filters
        label={t.orders.filter}
        areMany
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
      <section class="card">
        <ExportButtons pages={pages} name="orders" />
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
