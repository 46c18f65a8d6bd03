import type { MerchantView } from '@delivery/contracts';
import { useLivePages } from '../../api/pages.js';
import { hrefTo } from '../../shell/router.js';
import { Filters } from '../../ui/filters.js';
import { Empty } from '../../ui/states.js';
import { PagedTable } from '../../ui/table.js';
import { deliveryStates } from '../../webhooks/delivery-state.js';
import { deliveryColumns, deliveryKey } from '../../webhooks/delivery-table.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

type MerchantDeliveriesProps = { merchant: MerchantView; query: URLSearchParams };

export const MerchantDeliveries = ({ merchant, query }: MerchantDeliveriesProps) => {
  const t = text();
  const id = merchant.merchant_id;
  const state = deliveryStates.find((known) => known === query.get('state'));
  const endpointId = query.get('endpoint_id') ?? undefined;
  const pages = useLivePages(reads.deliveries(id, { state, endpoint_id: endpointId }), deliveryKey);
  const filtered = (filter: { state: string | undefined; endpoint_id: string | undefined }): string =>
    hrefTo(['merchants', id, 'deliveries'], filter);
  return (
    <>
      <Filters
        label={t.deliveries.filterState}
        choices={[
          {
            label: t.all,
            href: filtered({ state: undefined, endpoint_id: endpointId }),
            isChosen: state === undefined,
          },
          ...deliveryStates.map((each) => ({
            label: t.deliveryState[each],
            href: filtered({ state: each, endpoint_id: endpointId }),
            isChosen: state === each,
          })),
        ]}
      />
      {merchant.webhook_endpoints.length > 1 && (
        <Filters
          label={t.deliveries.filterEndpoint}
          choices={[
            { label: t.all, href: filtered({ state, endpoint_id: undefined }), isChosen: endpointId === undefined },
            ...merchant.webhook_endpoints.map((endpoint) => ({
              label: endpoint.url ?? t.endpoints.pulled,
              href: filtered({ state, endpoint_id: endpoint.id }),
              isChosen: endpointId === endpoint.id,
            })),
          ]}
        />
      )}
      <section class="card">
        <PagedTable
          caption={t.merchants.deliveries}
          columns={deliveryColumns(['merchants', id, 'deliveries'])}
          keyOf={deliveryKey}
          pages={pages}
          empty={<Empty title={t.deliveries.none}>{t.deliveries.noneText}</Empty>}
        />
      </section>
    </>
  );
};
