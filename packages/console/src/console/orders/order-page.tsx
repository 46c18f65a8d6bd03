import type { OperatorOrderLanes, Timeline } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { LaneTable } from '../../lanes/lane-table.js';
import { TimeCard } from '../../lanes/time-card.js';
import { VerdictLine } from '../../lanes/verdict-line.js';
import { hrefTo } from '../../shell/router.js';
import { Facts } from '../../ui/facts.js';
import { Badge } from '../../ui/icons.js';
import { Loaded } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { CustomerCard } from './customer-card.js';
import { DeliveryHelp } from './delivery-help.js';

export const OrderPage = ({ id }: { id: string }) => {
  const t = text().orders;
  const lanes = useLive(reads.lanes(id));
  const timeline = useLive(reads.timeline(id));
  return (
    <>
      {lanes.data.value === undefined && <h1>{t.title}</h1>}
      <Loaded live={lanes}>
        {(found) => (
          <>
            <Head found={found} timeline={timeline.data.value} />
            <section class="card">
              <h2>{t.lanes}</h2>
              <Loaded live={timeline}>
                {({ data, truncated }) => (
                  <>
                    <LaneTable
                      commands={data.filter((entry) => entry.kind === 'command')}
                      events={data.filter((entry) => entry.kind === 'event')}
                      lanes={found.lanes}
                      helpWith={(lane, delivery) => (
                        <DeliveryHelp
                          merchantId={found.order.merchant_id}
                          lane={lane}
                          delivery={delivery}
                          refresh={lanes.refresh}
                        />
                      )}
                    />
                    {(truncated || found.truncated) && <p class="quiet">{t.truncated}</p>}
                  </>
                )}
              </Loaded>
            </section>
            <TimeCard lanes={found.lanes} />
            <CustomerCard orderId={id} />
          </>
        )}
      </Loaded>
    </>
  );
};

const Head = ({ found, timeline }: { found: OperatorOrderLanes; timeline: Timeline | undefined }) => {
  const t = text().orders;
  const { order, lanes } = found;
  const changed = timeline?.data.findLast((entry) => entry.kind === 'event' && entry.event === 'status_changed');
  return (
    <>
      <h1>
        {t.title} {order.display_id}
      </h1>
      <VerdictLine lanes={lanes} />
      <section class="card">
        <Facts
          facts={[
            [
              t.statusColumn,
              <>
                <Badge tone="info">{t.status[order.status]}</Badge> <Ago at={changed?.at ?? order.created_at} />
              </>,
            ],
            [t.merchant, <a href={hrefTo(['merchants', order.merchant_id])}>{order.merchant_name}</a>],
            [t.externalId, <code>{order.external_id}</code>],
            [t.id, <code>{order.id}</code>],
            [t.created, <Ago at={order.created_at} />],
          ]}
        />
      </section>
    </>
  );
};
