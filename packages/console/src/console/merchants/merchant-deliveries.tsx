import type { MerchantView } from '@delivery/contracts';
import { useLivePages } from '../../api/pages.js';
import { ExportButtons } from '../../exports/export-buttons.js';
import { endpointName } from '../../ui/endpoint-name.js';
import { DeliveriesToReplay } from '../../webhooks/deliveries-to-replay.js';
import { DeliveryFilters, useChosenDeliveries } from '../../webhooks/delivery-filters.js';
import { deliveryKey } from '../../webhooks/delivery-table.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { ReplayDeliveriesDialog } from './replay-deliveries-dialog.js';

type MerchantDeliveriesProps = { merchant: MerchantView; query: URLSearchParams };

export const MerchantDeliveries = ({ merchant, query }: MerchantDeliveriesProps) => {
  const t = text();
  const id = merchant.merchant_id;
  const place = ['merchants', id, 'deliveries'];
  const { chosen, filter } = useChosenDeliveries(query);
  const list = reads.deliveries(id, filter);
  const pages = useLivePages(list, deliveryKey);
  return (
    <>
      <DeliveryFilters
        path={place}
        chosen={chosen}
        endpoints={merchant.webhook_endpoints.map((endpoint) => [endpoint.id, endpointName(endpoint)])}
      />
      <section class="card">
        <ExportButtons list={list} keyOf={deliveryKey} name="webhooks" />
        <DeliveriesToReplay
          key={JSON.stringify(chosen)}
          caption={t.merchants.deliveries}
          place={place}
          pages={pages}
          dialog={(replay) => <ReplayDeliveriesDialog merchantId={id} {...replay} />}
        />
      </section>
    </>
  );
};
