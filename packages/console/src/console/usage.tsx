import type { MerchantUsage, UsageMonths } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { DownloadLinks } from '../exports/download-menu.js';
import { hrefTo } from '../shell/router.js';
import { FilterSelect, NameFilter } from '../ui/filters.js';
import { formatMonth } from '../ui/format.js';
import { Loaded } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { Dash } from '../ui/time.js';
import { countColumns, MonthFilter, monthOf, UsageTable } from '../usage/usage-table.js';
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
const modes = ['live', 'sandbox'] as const;

type UsageOfMonthProps = { path: readonly string[]; query: URLSearchParams; platformId?: string };

/** Usage of all merchants, or of a platform's merchants. */
export const UsageOfMonth = ({ path, query, platformId }: UsageOfMonthProps) => {
  const { platformTokens, usage: t, narrow } = text();
  const month = monthOf(query);
  const mode = modes.find((known) => known === query.get('mode')) ?? 'live';
  const q = query.get('q') ?? undefined;
  const filter: UsageFilter = { month, mode, platform_id: platformId, q };
  return (
    <>
      <div class="filter-bar">
        <NameFilter
          key={q}
          q={q}
          words={narrow}
          narrow={(typed) => (location.hash = hrefTo(path, { month, mode, q: typed }))}
        />
        <MonthFilter month={month} hrefOf={(each) => hrefTo(path, { month: each, mode, q })} />
        <FilterSelect
          label={platformTokens.mode}
          choices={modes.map((each) => ({
            label: t.modes[each],
            href: hrefTo(path, { month, mode: each, q }),
            isChosen: mode === each,
          }))}
        />
        <DownloadLinks hrefs={{ CSV: usageFile(filter) }} />
      </div>
      <UsageTable
        list={reads.usage(filter)}
        columns={columns().filter(({ key }) => key !== 'platform' || platformId === undefined)}
      />
    </>
  );
};

const columns = (): Column<MerchantUsage>[] => {
  const { merchants: t } = text();
  return [
    {
      key: 'merchant',
      header: t.name,
      cell: (row) => <OwnerLink id={row.merchant_id} name={row.name} />,
    },
    { key: 'reference', header: t.reference, cell: ({ reference }) => reference ?? <Dash /> },
    { key: 'platform', header: t.platform, cell: (row) => <PlatformLink merchant={row} /> },
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
  return (
    <Table
      caption={t.title}
      columns={[{ key: 'month', header: t.month, cell: ({ month }) => formatMonth(month) }, ...countColumns()]}
      keyOf={({ month }) => month}
      rows={months}
      none={t.noMonths}
    />
  );
};
