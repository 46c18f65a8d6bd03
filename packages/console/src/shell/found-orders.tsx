import type { OrderListEntry, SearchResult } from '@delivery/contracts';
import type { Get } from '../api/get.js';
import { useLive } from '../api/live.js';
import { text } from '../text/index.js';
import { formatDay } from '../ui/format.js';
import { Empty, Loaded } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';

const everyMs = 5_000;

type Search<Row> = {
  /** `truncated`: there are more. */
  find: (q: string) => Get<{ data: Row[]; purged: SearchResult['purged']; truncated: boolean }>;
  columns: () => Column<Row>[];
};
type Identified = Pick<OrderListEntry, 'id'>;

/** The page that the search box leads to: the orders that match the query in the page's address. */
export const FoundOrders = <Row extends Identified>({ query, ...search }: Search<Row> & { query: URLSearchParams }) => {
  const t = text().search;
  const q = query.get('q')?.trim() ?? '';
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <section class="card">{q === '' ? <Empty title={t.ask} /> : <Found q={q} {...search} />}</section>
    </>
  );
};

const Found = <Row extends Identified>({ q, find, columns }: Search<Row> & { q: string }) => {
  const t = text().search;
  const live = useLive(find(q), everyMs);
  return (
    <Loaded live={live}>
      {({ data, purged, truncated }) =>
        purged.length > 0 ? (
          purged.map(({ id, purged_on }) => (
            <Empty key={id} title={t.purged(formatDay(purged_on))}>
              <code>{id}</code> {t.purgedText}
            </Empty>
          ))
        ) : data.length === 0 ? (
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
