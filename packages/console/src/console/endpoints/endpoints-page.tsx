import type { EndpointHealth } from '@delivery/contracts';
import { useLivePages } from '../../api/pages.js';
import { ExportButtons } from '../../exports/export-buttons.js';
import { hrefTo } from '../../shell/router.js';
import { Filters } from '../../ui/filters.js';
import { Empty } from '../../ui/states.js';
import { PagedTable } from '../../ui/table.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { endpointColumnsOfAll, endpointKey } from './endpoint-table.js';

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
