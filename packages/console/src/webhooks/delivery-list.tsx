import { signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { DeliveryView } from '@delivery/contracts';
import { unaskedEvents } from '@delivery/contracts/events';
import { deliveryStates } from '@delivery/contracts/status';
import { type LivePages, useLivePages } from '../api/pages.js';
import { skewMs } from '../api/request.js';
import { may } from '../api/session.js';
import { DownloadMenu } from '../exports/download-menu.js';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { FilterSelect, TimeFilter } from '../ui/filters.js';
import { endpointName } from '../ui/format.js';
import { createSelection, SelectionBar, selectionColumn } from '../ui/selection.js';
import { Empty } from '../ui/states.js';
import { PagedTable } from '../ui/table.js';
import { type ListedEndpoint, type Replayed, type WebhookOwner, webhookReads } from './calls.js';
import { Delivery } from './delivery.js';
import {
  deliveriesPlace,
  deliveryColumns,
  deliveryKey,
  describeDelivery,
  isReplayable,
  rowId,
  useEndpoints,
} from './delivery-table.js';
import { ReplayOf } from './replays.js';
import { type ChosenDeliveries, isFiltered, matchingRange, toFilter } from './rules/delivery-filter.js';

/** Below it a row leads to the page of its webhook: there is no room for a drawer. */
const roomForDrawer = matchMedia('(width >= 64rem)');
const hasDrawer = signal(roomForDrawer.matches);
roomForDrawer.addEventListener('change', ({ matches }) => (hasDrawer.value = matches));

type ListProps = { owner: WebhookOwner; caption: string; query: URLSearchParams };

/** The webhooks of an owner, filtered by the page's address, and the open one beside them. */
export const DeliveryList = ({ owner, caption, query }: ListProps) => {
  const endpoints = useEndpoints(owner);
  const chosen = readChosen(query, owner);
  const key = JSON.stringify(chosen);
  // A relative time counts from the moment at which it was chosen: otherwise each second would be another list.
  const filter = useMemo(() => toFilter(chosen, Date.now() + skewMs.value), [key]);
  const pages = useLivePages(webhookReads.deliveries(owner.path, filter), deliveryKey);
  const openId = query.get('open') ?? undefined;
  const place = deliveriesPlace(owner);
  const hrefWith = (changed: Partial<ChosenDeliveries> & { open?: string }): string =>
    hrefTo(place, { ...chosen, ...changed });
  return (
    <>
      <div class="filter-bar">
        <DeliveryFilters chosen={chosen} endpoints={endpoints} owner={owner} hrefWith={hrefWith} />
        <DownloadMenu pages={pages} name="webhooks" />
      </div>
      <div class={openId === undefined ? undefined : 'with-drawer'}>
        <section class="card">
          <DeliveriesToReplay
            key={key}
            owner={owner}
            caption={caption}
            pages={pages}
            columns={deliveryColumns({
              owner,
              hrefOf: (id) => (hasDrawer.value ? hrefWith({ open: id }) : hrefTo([...place, id])),
              openId,
              endpoints: chosen.endpoint_id === undefined ? endpoints : undefined,
            })}
            matching={matchingRange(filter, Date.now() + skewMs.value)}
            isFiltered={isFiltered(chosen)}
          />
        </section>
        {openId !== undefined && (
          <Drawer key={openId} owner={owner} id={openId} closeHref={hrefWith({})} onChange={pages.refresh} />
        )}
      </div>
    </>
  );
};

/** Values of the address that are not known are left out. */
const readChosen = (query: URLSearchParams, { events }: WebhookOwner): ChosenDeliveries => ({
  state: deliveryStates.find((known) => known === query.get('state')),
  event: events.find((known) => known === query.get('event')),
  endpoint_id: query.get('endpoint_id') ?? undefined,
  span: query.get('span') ?? undefined,
  since: query.get('since') ?? undefined,
  until: query.get('until') ?? undefined,
});

type DrawerProps = { owner: WebhookOwner; id: string; closeHref: string; onChange: () => void };

/** It takes the focus when it opens, and gives it back to the row when it closes. */
const Drawer = ({ owner, id, closeHref, onChange }: DrawerProps) => {
  const t = text();
  const drawer = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    drawer.current?.focus({ preventScroll: true });
    return () => document.getElementById(rowId(id))?.focus({ preventScroll: true });
  }, []);
  return (
    <aside
      class="drawer"
      ref={drawer}
      tabIndex={-1}
      aria-label={t.deliveries.detail}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !document.querySelector('dialog[open]')) location.hash = closeHref;
      }}
    >
      <Delivery owner={owner} id={id} heading="h2" onChange={onChange}>
        <a class="close" href={closeHref} aria-label={t.shortcuts.close}>
          ×
        </a>
      </Delivery>
    </aside>
  );
};

type FiltersProps = {
  chosen: ChosenDeliveries;
  endpoints: readonly ListedEndpoint[];
  owner: WebhookOwner;
  hrefWith: (changed: Partial<ChosenDeliveries>) => string;
};

const DeliveryFilters = ({ chosen, endpoints, owner, hrefWith }: FiltersProps) => {
  const t = text();
  const subscribed = new Set<string | undefined>([
    ...unaskedEvents,
    chosen.event,
    ...endpoints.flatMap(({ events }) => events ?? []),
  ]);
  const filterBy = (
    name: 'state' | 'event' | 'endpoint_id',
    label: string,
    choices: readonly (readonly [value: string, words: string])[],
  ) => (
    <FilterSelect
      label={label}
      choices={[['', t.all] as const, ...choices].map(([value, words]) => ({
        label: words,
        href: hrefWith({ [name]: value }),
        isChosen: (chosen[name] ?? '') === value,
      }))}
    />
  );
  return (
    <>
      {filterBy(
        'state',
        t.endpoints.state,
        deliveryStates.map((each) => [each, t.deliveryState[each]]),
      )}
      {filterBy(
        'event',
        t.deliveries.event,
        owner.events.filter((each) => subscribed.has(each)).map((each) => [each, t.event[each]]),
      )}
      {endpoints.length > 1 &&
        filterBy(
          'endpoint_id',
          t.endpoints.detail,
          endpoints.map((each) => [each.id, endpointName(each)]),
        )}
      <TimeFilter label={t.deliveries.created} chosen={chosen} hrefWith={hrefWith} />
    </>
  );
};

/** As many as one call takes. */
const chosenMax = 200;

type ReplayableListProps = {
  owner: WebhookOwner;
  caption: string;
  pages: LivePages<DeliveryView>;
  columns: ReturnType<typeof deliveryColumns>;
  /** All that the filter finds, if they can be sent again. */
  matching: Replayed | undefined;
  isFiltered: boolean;
};

/**
 * A list whose webhooks are sent again together: selected ones, which stay selected while the list changes, or all that
 * match.
 */
const DeliveriesToReplay = (props: ReplayableListProps) => {
  const { owner, caption, pages, columns, matching } = props;
  const t = text();
  const selection = useMemo(() => createSelection(chosenMax), []);
  const asked = useSignal<Replayed | undefined>(undefined);
  const shownKeys = (pages.rows.value ?? []).filter(isReplayable).map(deliveryKey);
  const ids = [...selection.chosen.value];
  const isOffered = may('act') && !owner.isOnlyRead && (shownKeys.length > 0 || ids.length > 0);
  const boxes = selectionColumn<DeliveryView>(selection, {
    keyOf: deliveryKey,
    labelOf: (row) => t.deliveries.choose(describeDelivery(row), row.order_id),
    canChoose: isReplayable,
  });
  return (
    <>
      {isOffered && (
        <SelectionBar
          selection={selection}
          shownKeys={shownKeys}
          action={t.replays.submit}
          onAct={() => (asked.value = { delivery_ids: ids })}
        >
          {matching && (
            <button type="button" onClick={() => (asked.value = matching)}>
              {t.replays.allMatching}
            </button>
          )}
        </SelectionBar>
      )}
      <PagedTable
        caption={caption}
        columns={isOffered ? [boxes, ...columns] : columns}
        pages={pages}
        empty={<Empty title={t.deliveries.none}>{props.isFiltered && t.deliveries.noneText}</Empty>}
      />
      {asked.value && (
        <ReplayOf
          name={`${owner.path}.webhooks`}
          owner={owner.path}
          replayed={asked.value}
          onDone={() => {
            selection.drop(ids);
            pages.refresh();
          }}
          onClose={() => (asked.value = undefined)}
        />
      )}
    </>
  );
};
