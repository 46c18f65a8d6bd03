import type { MerchantUsage, Usage } from '@delivery/contracts';
import { useLivePages } from '../api/pages.js';
import type { Get, Page } from '../api/request.js';
import { text } from '../text/index.js';
import { FilterSelect } from '../ui/filters.js';
import { formatCount, formatMonth } from '../ui/format.js';
import { lastMonths } from '../ui/rules/dates.js';
import { Empty } from '../ui/states.js';
import { type Column, PagedTable } from '../ui/table.js';
import { serverNowMs } from '../ui/time.js';

const everyMs = 10_000;
const monthMax = 24;

const months = (): string[] => lastMonths(serverNowMs(), monthMax);

/** The month of the page's address; by default the current one. */
export const monthOf = (query: URLSearchParams): string => {
  const known = months();
  return known.find((month) => month === query.get('month')) ?? known[0] ?? '';
};

type MonthFilterProps = { month: string; hrefOf: (month: string) => string };

export const MonthFilter = ({ month, hrefOf }: MonthFilterProps) => (
  <FilterSelect
    label={text().usage.month}
    choices={months().map((each) => ({ label: formatMonth(each), href: hrefOf(each), isChosen: month === each }))}
  />
);

const usageKey = ({ merchant_id }: MerchantUsage): string => merchant_id;

type UsageTableProps = { list: Get<Page<MerchantUsage>>; columns: readonly Column<MerchantUsage>[] };

/** The counts of each merchant. `columns`: of the merchant itself. */
export const UsageTable = ({ list, columns }: UsageTableProps) => {
  const t = text().usage;
  const pages = useLivePages(list, usageKey, everyMs);
  return (
    <section class="card">
      <PagedTable
        caption={t.title}
        columns={[...columns, ...countColumns()]}
        pages={pages}
        empty={<Empty title={t.none}>{t.noneText}</Empty>}
      />
    </section>
  );
};

export const countColumns = (): Column<Usage>[] => {
  const t = text().usage.counts;
  const column = (key: keyof typeof t, count: (usage: Usage) => number): Column<Usage> => ({
    key,
    header: t[key],
    isNumber: true,
    cell: (usage) => formatCount(count(usage)),
  });
  return [
    column('created', ({ orders }) => orders.created),
    column('delivered', ({ orders }) => orders.delivered),
    column('canceled', ({ orders }) => orders.canceled),
    column('returned', ({ orders }) => orders.returned),
    column('attempts', ({ webhooks }) => webhooks.attempts),
    column('arrived', ({ webhooks }) => webhooks.delivered),
    column('exhausted', ({ webhooks }) => webhooks.exhausted),
  ];
};
