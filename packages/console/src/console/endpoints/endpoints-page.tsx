import type { EndpointHealth, OperatorEndpointListEntry } from '@delivery/contracts';
import { useLivePages } from '../../api/pages.js';
import { DownloadMenu } from '../../exports/download-menu.js';
import { hrefTo } from '../../shell/router.js';
import { FilterSelect } from '../../ui/filters.js';
import { longClass } from '../../ui/format.js';
import { Empty } from '../../ui/states.js';
import { type Column, PagedTable } from '../../ui/table.js';
import { endpointColumns } from '../../webhooks/endpoint-table.js';
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
      <div class="filter-bar">
        <FilterSelect
          label={t.endpoints.state}
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
        <DownloadMenu pages={pages} name="endpoints" />
      </div>
      <section class="card">
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

/** Without the merchant, where all are of one. */
const columnsOf = (more: readonly Column<OperatorEndpointListEntry>[]): Column<OperatorEndpointListEntry>[] =>
  endpointColumns({ conditionOf, failingSinceOf: ({ window }) => window.failing_since, more });

export const endpointColumnsOfAll = (): Column<OperatorEndpointListEntry>[] =>
  columnsOf([
    {
      key: 'merchant',
      header: text().endpoints.merchant,
      onPhone: 'second',
      cell: (row) => <OwnerLink id={row.merchant_id} name={row.merchant_name} />,
    },
  ]);

type EndpointsCardProps = {
  of: Parameters<typeof reads.endpoints>[0];
  /** Said where there are none. */
  none: string;
};

export const EndpointsCard = ({ of, none }: EndpointsCardProps) => {
  const { title } = text().endpoints;
  const pages = useLivePages(reads.endpoints(of), endpointKey);
  return (
    <section class="card" aria-labelledby="endpoints">
      <h2 id="endpoints">{title}</h2>
      <PagedTable caption={title} columns={columnsOf([])} pages={pages} empty={<Empty title={none} />} />
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
