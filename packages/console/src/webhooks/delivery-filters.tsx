import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CourierEvent, WebhookEvent } from '@delivery/contracts';
import { deliveryStates } from '@delivery/contracts/status';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { Filters, FiltersButton } from '../ui/filters.js';
import { serverNowMs } from '../ui/time.js';

const spansMs = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
const spans = ['hour', 'day', 'week'] as const;

/** As the address of the page says it. */
type ChosenDeliveries = Readonly<Record<'state' | 'event' | 'endpoint_id' | 'span', string | undefined>>;

export type AnyEvent = WebhookEvent | CourierEvent;

/** @returns the filters of the page's address, as they stand there and as the API takes them; unknown ones are left out */
export const useChosenDeliveries = (query: URLSearchParams, events: readonly AnyEvent[]) => {
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
export type DeliveryFiltersProps = {
  /** Of the list. */
  path: readonly string[];
  chosen: ChosenDeliveries;
  /** Their ids and names. */
  endpoints: Choices;
  events: readonly AnyEvent[];
};

/** Each beside the others, which stay as they are when one is changed. A phone shows those in use, and the others on demand. */
export const DeliveryFilters = ({ path, chosen, endpoints, events }: DeliveryFiltersProps) => {
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
