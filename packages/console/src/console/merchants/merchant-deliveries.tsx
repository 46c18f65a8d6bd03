import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { DeliveryView, MerchantView } from '@delivery/contracts';
import { type LivePages, useLivePages } from '../../api/pages.js';
import { mayChange } from '../../api/session.js';
import { formatCount } from '../../ui/format.js';
import { createSelection, SelectionBar, selectionColumn } from '../../ui/selection.js';
import { Empty } from '../../ui/states.js';
import { PagedTable } from '../../ui/table.js';
import { DeliveryFilters, useChosenDeliveries } from '../../webhooks/delivery-filters.js';
import { deliveryColumns, deliveryKey } from '../../webhooks/delivery-table.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { isReplayable } from './replay-button.js';
import { ReplayDeliveriesDialog } from './replay-deliveries-dialog.js';

type MerchantDeliveriesProps = { merchant: MerchantView; query: URLSearchParams };

export const MerchantDeliveries = ({ merchant, query }: MerchantDeliveriesProps) => {
  const t = text();
  const id = merchant.merchant_id;
  const { chosen, filter } = useChosenDeliveries(query);
  const pages = useLivePages(reads.deliveries(id, filter), deliveryKey);
  return (
    <>
      <DeliveryFilters
        path={['merchants', id, 'deliveries']}
        chosen={chosen}
        endpoints={merchant.webhook_endpoints.map((endpoint) => [endpoint.id, endpoint.url ?? t.endpoints.pulled])}
      />
      <section class="card">
        <DeliveriesToReplay key={JSON.stringify(chosen)} merchantId={id} pages={pages} />
      </section>
    </>
  );
};

/** As many as one call takes. */
const chosenMax = 200;

/** Those that are chosen stay so while the list changes; another filter begins anew. */
const DeliveriesToReplay = ({ merchantId, pages }: { merchantId: string; pages: LivePages<DeliveryView> }) => {
  const t = text();
  const selection = useMemo(() => createSelection(chosenMax), []);
  const isOpen = useSignal(false);
  const columns = deliveryColumns(['merchants', merchantId, 'deliveries']);
  const shownKeys = (pages.rows.value ?? []).filter(isReplayable).map(deliveryKey);
  const boxes = selectionColumn<DeliveryView>(selection, {
    keyOf: deliveryKey,
    labelOf: ({ event, order_id, sequence }) => t.deliveries.choose(t.event[event], formatCount(sequence), order_id),
    canChoose: isReplayable,
  });
  const chosen = [...selection.chosen.value];
  return (
    <>
      {mayChange.value && (shownKeys.length > 0 || chosen.length > 0) && (
        <SelectionBar
          selection={selection}
          shownKeys={shownKeys}
          action={t.replays.submit}
          onAct={() => (isOpen.value = true)}
        />
      )}
      <PagedTable
        caption={t.merchants.deliveries}
        columns={mayChange.value ? [boxes, ...columns] : columns}
        keyOf={deliveryKey}
        pages={pages}
        empty={<Empty title={t.deliveries.none}>{t.deliveries.noneText}</Empty>}
      />
      {isOpen.value && (
        <ReplayDeliveriesDialog
          merchantId={merchantId}
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
