import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { DeliveryView } from '@delivery/contracts';
import { type LivePages, useLivePages } from '../api/pages.js';
import { may } from '../api/session.js';
import { ExportButtons } from '../exports/export-buttons.js';
import { text } from '../text/index.js';
import { formatCount } from '../ui/format.js';
import { createSelection, SelectionBar, selectionColumn } from '../ui/selection.js';
import { Empty } from '../ui/states.js';
import { PagedTable } from '../ui/table.js';
import { webhookReads } from './calls.js';
import { type AnyEvent, DeliveryFilters, type DeliveryFiltersProps, useChosenDeliveries } from './delivery-filters.js';
import { deliveryColumns, deliveryKey } from './delivery-table.js';
import { ReplayDeliveriesDialog } from './replay-deliveries-dialog.js';
import { isReplayable } from './rules/is-replayable.js';

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
        <DeliveriesToReplay key={JSON.stringify(chosen)} {...list} pages={pages} />
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
const DeliveriesToReplay = ({ owner, caption, place, pages }: ListProps & { pages: LivePages<DeliveryView> }) => {
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
        empty={<Empty title={t.deliveries.none}>{t.deliveries.noneText}</Empty>}
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
