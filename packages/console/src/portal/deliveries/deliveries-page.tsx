import { useLive } from '../../api/live.js';
import { useLivePages } from '../../api/pages.js';
import { Empty } from '../../ui/states.js';
import { PagedTable } from '../../ui/table.js';
import { DeliveryFilters, useChosenDeliveries } from '../../webhooks/delivery-filters.js';
import { deliveryColumns, deliveryKey } from '../../webhooks/delivery-table.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

const endpointsEveryMs = 30_000;

export const DeliveriesPage = ({ query }: { query: URLSearchParams }) => {
  const t = text();
  const { chosen, filter } = useChosenDeliveries(query);
  const endpoints = useLive(reads.endpoints(), endpointsEveryMs).data.value?.data ?? [];
  const pages = useLivePages(reads.deliveries(filter), deliveryKey);
  return (
    <>
      <h1>{t.deliveries.title}</h1>
      <p class="lead">{t.deliveries.lead}</p>
      <DeliveryFilters
        path={['deliveries']}
        chosen={chosen}
        endpoints={endpoints.map(({ id, url }) => [id, url ?? t.endpoints.pulled])}
      />
      <section class="card">
        <PagedTable
          caption={t.deliveries.title}
          columns={deliveryColumns(['deliveries'])}
          keyOf={deliveryKey}
          pages={pages}
          empty={<Empty title={t.deliveries.none}>{t.deliveries.noneText}</Empty>}
        />
      </section>
    </>
  );
};
