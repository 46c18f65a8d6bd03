import type { EndpointHealth, OperatorEndpointListEntry } from '@delivery/contracts';
import { useLivePages } from '../../api/pages.js';
import { ExportButtons } from '../../exports/export-buttons.js';
import { hrefTo } from '../../shell/router.js';
import { Filters } from '../../ui/filters.js';
import { endpointName, formatBounded, formatCount, longClass } from '../../ui/format.js';
import { Empty } from '../../ui/states.js';
import { type Column, PagedTable } from '../../ui/table.js';
import { MaybeAgo } from '../../ui/time.js';
import { ConditionBadge } from '../../webhooks/endpoint.js';
import { ownerPlace, reads } from '../calls.js';
import { text } from '../text/index.js';
import { conditionOf } from './rules/endpoint-health.js';

const healths = [
  'breaker_open',
  'not_fetching',
  'narrowed',
  'paced',
  'disabled',
  'ok',
] as const satisfies readonly EndpointHealth[];

export const EndpointsPage = ({ query }: { query: URLSearchParams }) => {
  const t = text();
  const health = healths.find((known) => known === query.get('health'));
  const isFailing = query.get('failing') === 'true';
  const pages = useLivePages(reads.endpoints({ health, failing: isFailing ? 'true' : undefined }), endpointKey);
  return (
    <>
      <h1>{t.endpoints.title}</h1>
      <p class="lead">{t.endpoints.lead}</p>
      <Filters
        label={t.endpoints.filter}
        areMany
        choices={[
          { label: t.all, href: hrefTo(['endpoints']), isChosen: health === undefined && !isFailing },
          { label: t.condition.failing, href: hrefTo(['endpoints'], { failing: 'true' }), isChosen: isFailing },
          ...healths.map((each) => ({
            label: t.condition[each],
            href: hrefTo(['endpoints'], { health: each }),
            isChosen: health === each,
          })),
        ]}
      />
      <section class="card">
        <ExportButtons pages={pages} name="endpoints" />
        <PagedTable
          caption={t.endpoints.title}
          columns={endpointColumnsOfAll()}
          pages={pages}
          empty={
            <Empty title={t.endpoints.none}>{health || isFailing ? t.deliveries.noneText : t.endpoints.noneText}</Empty>
          }
        />
      </section>
    </>
  );
};

export const endpointKey = ({ id }: OperatorEndpointListEntry): string => id;

const merchantColumn = (): Column<OperatorEndpointListEntry> => ({
  key: 'merchant',
  header: text().endpoints.merchant,
  onPhone: 'second',
  cell: (row) => <OwnerLink id={row.merchant_id} name={row.merchant_name} />,
});

/** Without the merchant, where all are of one. */
const endpointColumns = (): Column<OperatorEndpointListEntry>[] => {
  const t = text().endpoints;
  return [
    { key: 'state', header: t.state, onPhone: 'aside', cell: (row) => <ConditionBadge condition={conditionOf(row)} /> },
    {
      key: 'url',
      header: t.url,
      onPhone: 'first',
      cell: (row) => (
        <a class={`address ${longClass(endpointName(row)) ?? ''}`} href={hrefTo(['endpoints', row.id])}>
          {endpointName(row)}
        </a>
      ),
    },
    {
      key: 'waiting',
      header: t.waiting,
      isNumber: true,
      onPhone: 'second labelled',
      cell: (row) => formatBounded(row.waiting),
    },
    {
      key: 'window',
      header: t.inFlight,
      isNumber: true,
      cell: ({ window }) => t.windowValue(formatCount(window.in_flight), formatCount(window.size)),
    },
    {
      key: 'failing',
      header: t.failingSince,
      onPhone: 'second labelled',
      cell: (row) => <MaybeAgo at={row.window.failing_since} />,
    },
  ];
};

export const endpointColumnsOfAll = (): Column<OperatorEndpointListEntry>[] => {
  const [state, url, ...rest] = endpointColumns();
  return [state, url, merchantColumn(), ...rest].filter((column) => column !== undefined);
};

type EndpointsCardProps = {
  of: Parameters<typeof reads.endpoints>[0];
  /** Said where there are none. */
  none: string;
};

export const EndpointsCard = ({ of, none }: EndpointsCardProps) => {
  const { endpoints } = text().merchants;
  const pages = useLivePages(reads.endpoints(of), endpointKey);
  return (
    <section class="card" aria-labelledby="endpoints">
      <h2 id="endpoints">{endpoints}</h2>
      <PagedTable caption={endpoints} columns={endpointColumns()} pages={pages} empty={<Empty title={none} />} />
    </section>
  );
};

export const OwnerLink = ({ id, name }: { id: string; name: string }) => (
  <a class={longClass(name)} title={id} href={hrefTo(ownerPlace(id))}>
    {name}
  </a>
);

type EndpointOfProps = { id: string; name: string; owner: { id: string; name: string } | undefined };

/** An endpoint by its name, and whose it is. */
export const EndpointOf = ({ id, name, owner }: EndpointOfProps) => (
  <span class="endpoint-of">
    <a class="address" title={id} href={hrefTo(['endpoints', id])}>
      {name}
    </a>
    {owner && <OwnerLink {...owner} />}
  </span>
);
