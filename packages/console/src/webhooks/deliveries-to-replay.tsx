import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DeliveryView } from '@delivery/contracts';
import type { LivePages } from '../api/pages.js';
import { may } from '../api/session.js';
import { text } from '../text/index.js';
import { formatCount } from '../ui/format.js';
import { createSelection, SelectionBar, selectionColumn } from '../ui/selection.js';
import { Empty } from '../ui/states.js';
import { PagedTable } from '../ui/table.js';
import { deliveryColumns, deliveryKey } from './delivery-table.js';
import { isReplayable } from './rules/is-replayable.js';

/** The question before the selected deliveries are sent again. */
export type ReplayChosen = { deliveryIds: readonly string[]; onDone: () => void; onClose: () => void };

type DeliveriesProps = {
  caption: string;
  /** Below which each has its page. */
  place: readonly string[];
  pages: LivePages<DeliveryView>;
  dialog: (chosen: ReplayChosen) => ComponentChildren;
};

/** As many as one call takes. */
const chosenMax = 200;

/**
 * A list of webhooks, of which some are sent again together. Those that are chosen stay so while the list changes; with another
 * filter it begins anew where that is its `key`.
 */
export const DeliveriesToReplay = ({ caption, place, pages, dialog }: DeliveriesProps) => {
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
      {isOpen.value &&
        dialog({
          deliveryIds: chosen,
          onDone: () => {
            selection.drop(chosen);
            pages.refresh();
          },
          onClose: () => (isOpen.value = false),
        })}
    </>
  );
};
