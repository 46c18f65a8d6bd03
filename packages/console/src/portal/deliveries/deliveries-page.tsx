import { webhookEvents } from '@delivery/contracts/events';
import { useLive } from '../../api/live.js';
import { useLivePages } from '../../api/pages.js';
import { ExportButtons } from '../../exports/export-buttons.js';
import { endpointName } from '../../ui/endpoint-name.js';
import { DeliveriesToReplay } from '../../webhooks/deliveries-to-replay.js';
import { DeliveryFilters, useChosenDeliveries } from '../../webhooks/delivery-filters.js';
import { deliveryKey } from '../../webhooks/delivery-table.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { ReplayDeliveriesDialog } from './replay-deliveries-dialog.js';

const endpointsEveryMs = 30_000;

export const DeliveriesPage = ({ query }: { query: URLSearchParams }) => {
  const t = text();
  const { chosen, filter } = useChosenDeliveries(query, webhookEvents);
  const endpoints = useLive(reads.endpoints(), endpointsEveryMs).data.value?.data ?? [];
  const pages = useLivePages(reads.deliveries(filter), deliveryKey);
  return (
    <>
      <h1>{t.deliveries.title}</h1>
      <p class="lead">{t.deliveries.lead}</p>
      <DeliveryFilters
        events={webhookEvents}
        path={['deliveries']}
        chosen={chosen}
        endpoints={endpoints.map((endpoint) => [endpoint.id, endpointName(endpoint)])}
      />
      <section class="card">
        <ExportButtons pages={pages} name="webhooks" />
        <DeliveriesToReplay
          key={JSON.stringify(chosen)}
          caption={t.deliveries.title}
          place={['deliveries']}
          pages={pages}
          dialog={(replay) => <ReplayDeliveriesDialog {...replay} />}
        />
      </section>
    </>
  );
};
