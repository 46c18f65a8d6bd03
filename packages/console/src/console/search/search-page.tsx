import type { FoundOrder } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { hrefTo } from '../../shell/router.js';
import { Empty, Loaded } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Ago } from '../../ui/time.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

const everyMs = 5_000;

export const SearchPage = ({ query }: { query: URLSearchParams }) => {
  const t = text().search;
  const q = query.get('q')?.trim() ?? '';
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <section class="card">{q === '' ? <Empty title={t.ask} /> : <Found q={q} />}</section>
    </>
  );
};

const Found = ({ q }: { q: string }) => {
  const t = text().search;
  const live = useLive(reads.search(q), everyMs);
  return (
    <Loaded live={live}>
      {({ data, truncated }) =>
        data.length === 0 ? (
          <Empty title={t.none(q)}>{t.noneText}</Empty>
        ) : (
          <>
            <Table caption={t.title} columns={columns()} keyOf={({ id }) => id} rows={data} />
            {truncated && <p class="quiet">{t.truncated}</p>}
          </>
        )
      }
    </Loaded>
  );
};

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
