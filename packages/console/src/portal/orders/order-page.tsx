import type { OrderLanes } from '@delivery/contracts';
import { type Live, useLive } from '../../api/live.js';
import { LaneTable } from '../../lanes/lane-table.js';
import { TimeCard } from '../../lanes/time-card.js';
import { VerdictLine } from '../../lanes/verdict-line.js';
import { hrefTo } from '../../shell/router.js';
import { Facts } from '../../ui/facts.js';
import { Loaded } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { reads } from '../api/calls.js';
import { SandboxCards } from '../sandbox/sandbox-cards.js';
import { isSandbox } from '../session.js';
import { text } from '../text/index.js';
import { DeliveryHelp } from './delivery-help.js';
import { OrderStatusBadge } from './order-table.js';

export const OrderPage = ({ id }: { id: string }) => {
  const t = text().orders;
  const live = useLive(reads.lanes(id));
  return (
    <>
      <p class="crumbs">
        <a href={hrefTo(['orders'])}>{t.listTitle}</a>
      </p>
      {live.data.value === undefined && <h1>{t.title}</h1>}
      <Loaded live={live}>{(found) => <Order found={found} live={live} />}</Loaded>
    </>
  );
};

const Order = ({ found, live }: { found: OrderLanes; live: Live<OrderLanes> }) => {
  const t = text().orders;
  const { order, commands, events, lanes, truncated } = found;
  const changed = events.findLast(({ event }) => event === 'status_changed');
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
                <OrderStatusBadge status={order.status} /> <Ago at={changed?.at ?? order.created_at} />
              </>,
            ],
            [t.externalId, <code>{order.external_id}</code>],
            [t.id, <code>{order.id}</code>],
            [t.created, <Ago at={order.created_at} />],
          ]}
        />
      </section>
      {isSandbox.value && <SandboxCards id={order.id} refresh={live.refresh} />}
      <section class="card">
        <h2>{t.lanes}</h2>
        <LaneTable
          commands={commands.map((command) => ({ ...command, kind: 'command' }))}
          events={events.map((event) => ({ ...event, kind: 'event' }))}
          lanes={lanes}
          helpWith={(lane, delivery) => <DeliveryHelp lane={lane} delivery={delivery} refresh={live.refresh} />}
        />
        {truncated && <p class="quiet">{t.truncated}</p>}
      </section>
      <TimeCard lanes={lanes} />
    </>
  );
};
