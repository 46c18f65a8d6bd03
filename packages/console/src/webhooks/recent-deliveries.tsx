import type { DeliveryView } from '@delivery/contracts';
import { type Live, useLive } from '../api/live.js';
import type { Page } from '../api/request.js';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { Loaded } from '../ui/states.js';
import { webhookReads } from './calls.js';
import { DeliveryTable } from './delivery-table.js';

const recentMax = 10;

export const useRecentDeliveries = (owner: string, endpointId: string): Live<Page<DeliveryView>> =>
  useLive(webhookReads.deliveries(owner, { endpoint_id: endpointId, limit: recentMax }));

type RecentProps = { live: Live<Page<DeliveryView>>; place: readonly string[]; endpointId: string };

/** The newest webhooks of an endpoint. `place`: below which each has its page. */
export const RecentDeliveries = ({ live, place, endpointId }: RecentProps) => {
  const t = text().endpoints;
  return (
    <section class="card" aria-labelledby="recent">
      <div class="title-row">
        <h2 id="recent">{t.recent}</h2>
        <a href={hrefTo(place, { endpoint_id: endpointId })}>{t.recentAll}</a>
      </div>
      <Loaded live={live}>{({ data }) => <DeliveryTable caption={t.recent} place={place} rows={data} />}</Loaded>
    </section>
  );
};
