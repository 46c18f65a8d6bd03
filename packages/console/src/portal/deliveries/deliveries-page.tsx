import { webhookEvents } from '@delivery/contracts/events';
import { useLive } from '../../api/live.js';
import { endpointName } from '../../ui/format.js';
import { DeliveryList } from '../../webhooks/delivery-list.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

const endpointsEveryMs = 30_000;

export const DeliveriesPage = ({ query }: { query: URLSearchParams }) => {
  const t = text().deliveries;
  const endpoints = useLive(reads.endpoints(), endpointsEveryMs).data.value?.data ?? [];
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <DeliveryList
        owner=""
        caption={t.title}
        place={['deliveries']}
        events={webhookEvents}
        endpoints={endpoints.map((endpoint) => [endpoint.id, endpointName(endpoint)])}
        query={query}
      />
    </>
  );
};
