import type { EndpointView, MerchantUsage } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { urlOf } from '../api/request.js';
import { DownloadLinks } from '../exports/download-menu.js';
import { hrefTo } from '../shell/router.js';
import { Filters } from '../ui/filters.js';
import { longClass } from '../ui/format.js';
import { Empty, Loaded } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { Dash } from '../ui/time.js';
import { MonthFilter, monthOf, UsageTable } from '../usage/usage-table.js';
import { DeliveryList } from '../webhooks/delivery-list.js';
import { endpointColumns } from '../webhooks/endpoint-table.js';
import { platform, platformReads } from './calls.js';
import { conditionOf } from './endpoints/rules/endpoint-health.js';
import { MerchantsPage } from './merchants.js';
import { text } from './text/index.js';

type PlatformPageProps = { part?: string | undefined; query: URLSearchParams };

/** For people of a platform: its merchants, and what is its own. */
export const PlatformPage = ({ part, query }: PlatformPageProps) => {
  const { switching: t, endpoints, deliveries, usage } = text();
  const parts = [
    { part: undefined, label: t.title, element: <MerchantsPage query={query} /> },
    { part: 'endpoints', label: endpoints.title, element: <Endpoints /> },
    {
      part: 'deliveries',
      label: deliveries.title,
      element: <DeliveryList owner={platform} caption={deliveries.title} query={query} />,
    },
    { part: 'usage', label: usage.title, element: <UsagePart query={query} /> },
  ];
  const chosen = parts.find((each) => each.part === part);
  return (
    <>
      <h1>{part === undefined ? t.title : t.sections}</h1>
      <Filters
        label={t.sections}
        choices={parts.map((each) => ({
          label: each.label,
          href: hrefTo([...platform.place, ...(each.part === undefined ? [] : [each.part])]),
          isChosen: each === chosen,
        }))}
      />
      {chosen?.element}
    </>
  );
};

const summaryEveryMs = 5_000;

const Endpoints = () => {
  const t = text();
  const endpoints = useLive(platform.endpoints);
  const own = useLive(platformReads.summary(), summaryEveryMs).data.value?.own_endpoints;
  const columns = endpointColumns<EndpointView>({
    conditionOf: (row) => conditionOf(row, own && { endpoints: own }),
    failingSinceOf: ({ id }) => own?.find((each) => each.id === id)?.failing_since,
    hrefOf: ({ id }) => hrefTo([...platform.place, 'deliveries'], { endpoint_id: id }),
  });
  return (
    <section class="card">
      <Loaded live={endpoints}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t.switching.noneOwn}>{t.switching.noneOwnText}</Empty>
          ) : (
            <Table caption={t.endpoints.title} columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </section>
  );
};

const UsagePart = ({ query }: { query: URLSearchParams }) => {
  const month = monthOf(query);
  return (
    <>
      <div class="filter-bar">
        <MonthFilter month={month} hrefOf={(each) => hrefTo([...platform.place, 'usage'], { month: each })} />
        <DownloadLinks hrefs={{ CSV: urlOf(platformReads.usage(month, 'csv')) }} />
      </div>
      <UsageTable list={platformReads.usage(month)} columns={merchantColumns()} />
    </>
  );
};

const merchantColumns = (): Column<MerchantUsage>[] => {
  const t = text().switching;
  return [
    {
      key: 'merchant',
      header: t.name,
      cell: ({ name }) => <span class={longClass(name)}>{name}</span>,
    },
    { key: 'reference', header: t.reference, cell: ({ reference }) => reference ?? <Dash /> },
  ];
};
