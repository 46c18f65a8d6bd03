import type { OwnFoundOrder } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { Empty, Loaded } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { reads } from '../api/calls.js';
import { orderColumns, orderKey } from '../orders/order-table.js';
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
            <Table caption={t.title} columns={columns()} keyOf={orderKey} rows={data} />
            {truncated && <p class="quiet">{t.truncated}</p>}
          </>
        )
      }
    </Loaded>
  );
};

const columns = (): Column<OwnFoundOrder>[] => {
  const t = text().search;
  return [...orderColumns(), { key: 'by', header: t.foundBy, cell: ({ found_by }) => t.by[found_by] }];
};
