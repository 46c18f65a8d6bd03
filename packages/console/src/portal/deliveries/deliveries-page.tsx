import { useMemo } from 'preact/hooks';
import type { WebhookEvent } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { useLivePages } from '../../api/pages.js';
import { hrefTo } from '../../shell/router.js';
import { Filters } from '../../ui/filters.js';
import { Empty } from '../../ui/states.js';
import { PagedTable } from '../../ui/table.js';
import { serverNowMs } from '../../ui/time.js';
import { deliveryStates } from '../../webhooks/delivery-state.js';
import { deliveryColumns, deliveryKey } from '../../webhooks/delivery-table.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

const events = [
  'status_changed',
  'delivery_requested',
  'tracking_url_added',
] as const satisfies readonly WebhookEvent[];
const spansMs = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
const spans = ['hour', 'day', 'week'] as const;
const endpointsEveryMs = 30_000;

type Chosen = Readonly<Record<'state' | 'event' | 'endpoint_id' | 'span', string | undefined>>;
type ListProps = { label: string; name: keyof Chosen; chosen: Chosen; choices: readonly (readonly [string, string])[] };

/** One filter beside the others, which stay as they are. */
const FilterBy = ({ label, name, chosen, choices }: ListProps) => (
  <div class="filter-row">
    <span class="quiet" aria-hidden="true">
      {label}
    </span>
    <Filters
      label={label}
      choices={[['', text().all] as const, ...choices].map(([value, words]) => ({
        label: words,
        href: hrefTo(['deliveries'], { ...chosen, [name]: value }),
        isChosen: (chosen[name] ?? '') === value,
      }))}
    />
  </div>
);

export const DeliveriesPage = ({ query }: { query: URLSearchParams }) => {
  const t = text();
  const state = deliveryStates.find((known) => known === query.get('state'));
  const event = events.find((known) => known === query.get('event'));
  const span = spans.find((known) => known === query.get('span'));
  const endpoint_id = query.get('endpoint_id') ?? undefined;
  const endpoints = useLive(reads.endpoints(), endpointsEveryMs).data.value?.data ?? [];
  // Of the moment in which it was asked for: one that moves on would be another list each second.
  const since = useMemo(() => span && new Date(serverNowMs() - spansMs[span]).toISOString(), [span]);
  const pages = useLivePages(reads.deliveries({ state, event, endpoint_id, since }), deliveryKey);
  const chosen: Chosen = { state, event, endpoint_id, span };
  return (
    <>
      <h1>{t.deliveries.title}</h1>
      <p class="lead">{t.deliveries.lead}</p>
      <div class="filter-rows">
        <FilterBy
          label={t.deliveries.filterState}
          name="state"
          chosen={chosen}
          choices={deliveryStates.map((each) => [each, t.deliveryState[each]])}
        />
        <FilterBy
          label={t.deliveries.filterEvent}
          name="event"
          chosen={chosen}
          choices={events.map((each) => [each, t.event[each]])}
        />
        <FilterBy
          label={t.deliveries.filterTime}
          name="span"
          chosen={chosen}
          choices={spans.map((each) => [each, t.deliveries.spans[each]])}
        />
        {endpoints.length > 1 && (
          <FilterBy
            label={t.deliveries.filterEndpoint}
            name="endpoint_id"
            chosen={chosen}
            choices={endpoints.map(({ id, url }) => [id, url ?? t.endpoints.pulled])}
          />
        )}
      </div>
      <section class="card">
        <PagedTable
          caption={t.deliveries.title}
          columns={deliveryColumns(['deliveries'])}
          keyOf={deliveryKey}
          pages={pages}
          empty={<Empty title={t.deliveries.none}>{t.deliveries.noneText}</Empty>}
        />
      </section>
    </>
  );
};
