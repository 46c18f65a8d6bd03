import type { CourierEvent, WebhookEvent } from '@delivery/contracts';
import { courierEvents, webhookEvents } from '@delivery/contracts/events';
import { useLive } from '../../api/live.js';
import { useLivePages } from '../../api/pages.js';
import { ExportButtons } from '../../exports/export-buttons.js';
import { endpointName } from '../../ui/endpoint-name.js';
import { DeliveriesToReplay } from '../../webhooks/deliveries-to-replay.js';
import { DeliveryFilters, useChosenDeliveries } from '../../webhooks/delivery-filters.js';
import { deliveryKey } from '../../webhooks/delivery-table.js';
import { reads } from '../api/calls.js';
import { isCourierSystem, ownerPlace } from '../api/owners.js';
import { text } from '../text/index.js';
import { ReplayDeliveriesDialog } from './replay-deliveries-dialog.js';

type OwnerDeliveriesProps = {
  ownerId: string;
  /** Their ids and names. */
  endpoints: Parameters<typeof DeliveryFilters>[0]['endpoints'];
  query: URLSearchParams;
};

export const OwnerDeliveries = ({ ownerId, endpoints, query }: OwnerDeliveriesProps) => {
  const t = text();
  const events = isCourierSystem(ownerId) ? courierEvents : webhookEvents;
  const place = [...ownerPlace(ownerId), 'deliveries'];
  const { chosen, filter } = useChosenDeliveries<WebhookEvent | CourierEvent>(query, events);
  const pages = useLivePages(reads.deliveries(ownerId, filter), deliveryKey);
  return (
    <>
      <DeliveryFilters path={place} chosen={chosen} endpoints={endpoints} events={events} />
      <section class="card">
        <ExportButtons pages={pages} name="webhooks" />
        <DeliveriesToReplay
          key={JSON.stringify(chosen)}
          caption={t.merchants.deliveries}
          place={place}
          pages={pages}
          dialog={(replay) => <ReplayDeliveriesDialog ownerId={ownerId} {...replay} />}
        />
      </section>
    </>
  );
};

const endpointsEveryMs = 5_000;

/** The same, with the names of all the owner's endpoints. */
export const NamedDeliveries = ({ ownerId, query }: Omit<OwnerDeliveriesProps, 'endpoints'>) => {
  const endpoints = useLive(reads.endpoints({ merchant_id: ownerId }), endpointsEveryMs).data.value?.data ?? [];
  return (
    <OwnerDeliveries
      ownerId={ownerId}
      endpoints={endpoints.map((endpoint) => [endpoint.id, endpointName(endpoint)])}
      query={query}
    />
  );
};
