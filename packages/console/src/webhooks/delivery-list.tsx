import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CourierEvent, DeliveryView, WebhookEvent } from '@delivery/contracts';
import { deliveryStates } from '@delivery/contracts/status';
import { type LivePages, useLivePages } from '../api/pages.js';
import { may } from '../api/session.js';
import { ExportButtons } from '../exports/export-buttons.js';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { Filters, FiltersButton } from '../ui/filters.js';
import { formatCount } from '../ui/format.js';
import { createSelection, SelectionBar, selectionColumn } from '../ui/selection.js';
import { Empty } from '../ui/states.js';
import { PagedTable } from '../ui/table.js';
import { serverNowMs } from '../ui/time.js';
import { webhookReads } from './calls.js';
import { deliveryColumns, deliveryKey, isReplayable } from './delivery-table.js';
import { ReplayDeliveriesDialog } from './replays.js';

type ListProps = {
  owner: string;
  caption: string;
  /** Below which each has its page. */
  place: readonly string[];
};
type DeliveryListProps = ListProps &
  Pick<DeliveryFiltersProps, 'endpoints'> & { events: readonly AnyEvent[]; query: URLSearchParams };

/** The webhooks of an owner, narrowed by the page's address. */
export const DeliveryList = ({ events, endpoints, query, ...list }: DeliveryListProps) => {
  const { chosen, filter } = useChosenDeliveries(query, events);
  const pages = useLivePages(webhookReads.deliveries(list.owner, filter), deliveryKey);
  return (
    <>
      <DeliveryFilters path={list.place} chosen={chosen} endpoints={endpoints} events={events} />
      <section class="card">
        <ExportButtons pages={pages} name="webhooks" />
        <DeliveriesToReplay key={JSON.stringify(chosen)} {...list} pages={pages} isNarrowed={isNarrowed(chosen)} />
      </section>
    </>
  );
};

/** As many as one call takes. */
const chosenMax = 200;

/**
 * A list of webhooks, of which some are sent again together. Those that are chosen stay so while the list changes; with another
 * filter it begins anew where that is its `key`.
 */
const DeliveriesToReplay = ({
  owner,
  caption,
  place,
  pages,
  isNarrowed,
}: ListProps & { pages: LivePages<DeliveryView>; isNarrowed: boolean }) => {
  const t = text();
  const selection = useMemo(() => createSelection(chosenMax), []);
  const isOpen = useSignal(false);
  const columns = deliveryColumns(place);
  const shownKeys = (pages.rows.value ?? []).filter(isReplayable).map(deliveryKey);
  const boxes = selectionColumn<DeliveryView>(selection, {
    keyOf: deliveryKey,
    labelOf: ({ event, order_id, sequence }) => t.deliveries.choose(t.event[event], formatCount(sequence), order_id),
    canChoose: isReplayable,
  });
  const chosen = [...selection.chosen.value];
  return (
    <>
      {may('act') && (shownKeys.length > 0 || chosen.length > 0) && (
        <SelectionBar
          selection={selection}
          shownKeys={shownKeys}
          action={t.replays.submit}
          onAct={() => (isOpen.value = true)}
        />
      )}
      <PagedTable
        caption={caption}
        columns={may('act') ? [boxes, ...columns] : columns}
        pages={pages}
        empty={<Empty title={t.deliveries.none}>{isNarrowed && t.deliveries.noneText}</Empty>}
      />
      {isOpen.value && (
        <ReplayDeliveriesDialog
          owner={owner}
          deliveryIds={chosen}
          onDone={() => {
            selection.drop(chosen);
            pages.refresh();
          }}
          onClose={() => (isOpen.value = false)}
        />
      )}
    </>
  );
};

const spansMs = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
const spans = ['hour', 'day', 'week'] as const;

/** As the address of the page says it. */
type ChosenDeliveries = Readonly<Record<'state' | 'event' | 'endpoint_id' | 'span', string | undefined>>;

const isNarrowed = (chosen: ChosenDeliveries): boolean => Object.values(chosen).some((value) => value !== undefined);

type AnyEvent = WebhookEvent | CourierEvent;

/** @returns the filters of the page's address, as they stand there and as the API takes them; unknown ones are left out */
const useChosenDeliveries = (query: URLSearchParams, events: readonly AnyEvent[]) => {
  const state = deliveryStates.find((known) => known === query.get('state'));
  const event = events.find((known) => known === query.get('event'));
  const span = spans.find((known) => known === query.get('span'));
  const endpoint_id = query.get('endpoint_id') ?? undefined;
  // Of the moment in which it was asked for: one that moves on would be another list each second.
  const since = useMemo(() => span && new Date(serverNowMs() - spansMs[span]).toISOString(), [span]);
  const chosen: ChosenDeliveries = { state, event, endpoint_id, span };
  return { chosen, filter: { state, event, endpoint_id, since } };
};

type Choices = readonly (readonly [value: string, words: string])[];
type DeliveryFiltersProps = {
  /** Of the list. */
  path: readonly string[];
  chosen: ChosenDeliveries;
  /** Their ids and names. */
  endpoints: Choices;
  events: readonly AnyEvent[];
};

/** Each beside the others, which stay as they are when one is changed. A phone shows those in use, and the others on demand. */
const DeliveryFilters = ({ path, chosen, endpoints, events }: DeliveryFiltersProps) => {
  const t = text();
  const isOpen = useSignal(false);
  const filterBy = (name: keyof ChosenDeliveries, label: string, choices: Choices) => (
    <FilterRow
      label={label}
      isInUse={chosen[name] !== undefined}
      choices={[['', t.all] as const, ...choices].map(([value, words]) => ({
        label: words,
        href: hrefTo(path, { ...chosen, [name]: value }),
        isChosen: (chosen[name] ?? '') === value,
      }))}
    />
  );
  return (
    <div class={isOpen.value ? 'filter-rows open' : 'filter-rows'}>
      <FiltersButton isOpen={isOpen.value} onSwitch={(open) => (isOpen.value = open)} />
      {filterBy(
        'state',
        t.deliveries.filterState,
        deliveryStates.map((each) => [each, t.deliveryState[each]]),
      )}
      {filterBy(
        'event',
        t.deliveries.filterEvent,
        events.map((each) => [each, t.event[each]]),
      )}
      {filterBy(
        'span',
        t.deliveries.filterTime,
        spans.map((each) => [each, t.deliveries.spans[each]]),
      )}
      {endpoints.length > 1 && filterBy('endpoint_id', t.deliveries.filterEndpoint, endpoints)}
    </div>
  );
};

const FilterRow = ({ label, choices, isInUse }: Parameters<typeof Filters>[0] & { isInUse: boolean }) => (
  <div class={isInUse ? 'filter-row in-use' : 'filter-row'}>
    <span class="quiet" aria-hidden="true">
      {label}
    </span>
    <Filters label={label} choices={choices} />
  </div>
);
