import { courierEvents, webhookEvents } from '@delivery/contracts/events';
import { useLive } from '../../api/live.js';
import { endpointName } from '../../ui/format.js';
import { DeliveryList } from '../../webhooks/delivery-list.js';
import { reads } from '../api/calls.js';
import { isCourierSystem, ownerPath, ownerPlace } from '../api/owners.js';
import { text } from '../text/index.js';

const endpointsEveryMs = 5_000;

export const OwnerDeliveries = ({ ownerId, query }: { ownerId: string; query: URLSearchParams }) => {
  const endpoints = useLive(reads.endpoints({ merchant_id: ownerId }), endpointsEveryMs).data.value?.data ?? [];
  return (
    <DeliveryList
      owner={ownerPath(ownerId)}
      caption={text().merchants.deliveries}
      place={[...ownerPlace(ownerId), 'deliveries']}
      events={isCourierSystem(ownerId) ? courierEvents : webhookEvents}
      endpoints={endpoints.map((endpoint) => [endpoint.id, endpointName(endpoint)])}
      query={query}
    />
  );
};
