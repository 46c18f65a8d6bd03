import type { MerchantUsage, Usage, UsageMonths } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { useLivePages } from '../api/pages.js';
import { DownloadLinks } from '../exports/download-menu.js';
import { hrefTo } from '../shell/router.js';
import { FilterSelect, NameFilter } from '../ui/filters.js';
import { formatCount, formatMonth } from '../ui/format.js';
import { lastMonths } from '../ui/rules/dates.js';
import { Empty, Loaded } from '../ui/states.js';
import { type Column, PagedTable, Table } from '../ui/table.js';
import { Dash, serverNowMs } from '../ui/time.js';
import { reads, usageFile, type UsageFilter } from './calls.js';
import { OwnerLink } from './endpoints/endpoints-page.js';
import { PlatformLink } from './merchants/merchants-page.js';
import { text } from './text/index.js';

export const UsagePage = ({ query }: { query: URLSearchParams }) => {
  const t = text().usage;
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <UsageOfMonth path={['usage']} query={query} />
    </>
  );
};

const everyMs = 10_000;
const monthMax = 24;
const modes = ['live', 'sandbox'] as const;

type UsageOfMonthProps = { path: readonly string[]; query: URLSearchParams; platformId?: string };

/** Of all merchants, or of those of a platform. */
export const UsageOfMonth = ({ path, query, platformId }: UsageOfMonthProps) => {
  const t = text().usage;
  const months = lastMonths(serverNowMs(), monthMax);
  const month = months.find((known) => known === query.get('month')) ?? months[0] ?? '';
  const mode = modes.find((known) => known === query.get('mode')) ?? 'live';
  const q = query.get('q') ?? undefined;
  const filter: UsageFilter = { month, mode, platform_id: platformId, q };
  const pages = useLivePages(reads.usage(filter), usageKey, everyMs);
  return (
    <>
      <div class="filter-bar">
        <NameFilter
          key={q}
          q={q}
          words={text().narrow}
          narrow={(typed) => (location.hash = hrefTo(path, { month, mode, q: typed }))}
        />
        <FilterSelect
          label={t.month}
          choices={months.map((each) => ({
            label: formatMonth(each),
            href: hrefTo(path, { month: each, mode, q }),
            isChosen: month === each,
          }))}
        />
        <FilterSelect
          label={text().platformTokens.mode}
          choices={modes.map((each) => ({
            label: t.modes[each],
            href: hrefTo(path, { month, mode: each, q }),
            isChosen: mode === each,
          }))}
        />
        <DownloadLinks hrefs={{ CSV: usageFile(filter) }} />
      </div>
      <section class="card">
        <PagedTable
          caption={t.title}
          columns={columns().filter(({ key }) => key !== 'platform' || platformId === undefined)}
          pages={pages}
          empty={<Empty title={t.none}>{t.noneText}</Empty>}
        />
      </section>
    </>
  );
};

const usageKey = ({ merchant_id }: MerchantUsage): string => merchant_id;

const columns = (): Column<MerchantUsage>[] => {
  const { merchants: t } = text();
  return [
    { key: 'merchant', header: t.name, cell: (row) => <OwnerLink id={row.merchant_id} name={row.name} /> },
    { key: 'reference', header: t.reference, cell: ({ reference }) => reference ?? <Dash /> },
    { key: 'platform', header: t.platform, cell: (row) => <PlatformLink merchant={row} /> },
    ...countColumns(),
  ];
};

const countColumns = (): Column<Usage>[] => {
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

/** The months of a merchant. */
export const MerchantUsageCard = ({ id }: { id: string }) => (
  <section class="card">
    <Loaded live={useLive(reads.merchantUsage(id), everyMs)}>{({ data }) => <Months months={data} />}</Loaded>
  </section>
);

const Months = ({ months }: { months: UsageMonths['data'] }) => {
  const t = text().usage;
  if (months.length === 0) return <Empty title={t.noMonths} />;
  return (
    <Table
      caption={t.title}
      columns={[{ key: 'month', header: t.month, cell: ({ month }) => formatMonth(month) }, ...countColumns()]}
      keyOf={({ month }) => month}
      rows={months}
    />
  );
};
