import { useSignal } from '@preact/signals';
import type { OrderLanes, OrderView, PositionView } from '@delivery/contracts';
import { isOnTheWay } from '@delivery/contracts/status';
import { type Live, useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { LaneTable } from '../../lanes/lane-table.js';
import { LastSeen, type Mark } from '../../lanes/last-seen.js';
import { describeAddress, describeCollection, describeItems, Items, TrackingLink } from '../../lanes/order-content.js';
import { OrderHead } from '../../lanes/order-head.js';
import { Problems } from '../../lanes/problems.js';
import { Receivers } from '../../lanes/receivers.js';
import { isLost } from '../../lanes/rules/lanes.js';
import { TimeCard } from '../../lanes/time-card.js';
import { hrefTo, useTitle } from '../../shell/router.js';
import { CopyLink } from '../../ui/buttons.js';
import { Facts, Fold } from '../../ui/cards.js';
import { Loaded } from '../../ui/states.js';
import { Dash } from '../../ui/time.js';
import { ReplayButton } from '../../webhooks/delivery.js';
import { reads } from '../calls.js';
import { isSandbox } from '../owner.js';
import { SandboxCards } from '../sandbox/sandbox-cards.js';
import { text } from '../text/index.js';

/** The merchant's content of an order changes seldom. */
const contentEveryMs = 5_000;

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
  const read = useLive(reads.order(order.id), contentEveryMs);
  const content = read.data.value;
  const title = `${t.title} ${order.display_id}`;
  useTitle(title);
  return (
    <>
      <div>
        <div class="title-row">
          <h1>{title}</h1>
          <CopyLink />
        </div>
        <p class="quiet ids">
          <code>{order.external_id}</code> <code>{order.id}</code>
        </p>
      </div>
      <section class="card order-head">
        <OrderHead
          order={order}
          events={events}
          reason={content?.reason?.message ?? content?.reason?.code}
          noCourierSince={content?.no_courier_since}
          eta={content?.eta}
        />
        {content?.courier && isOnTheWay(order.status) && (
          <LastSeen position={reads.position(order.id)} marksOf={(seen) => [...endsOf(content), courierAt(seen)]} />
        )}
        <ContentFacts content={content} />
      </section>
      <Problems
        order={`/external-orders/${order.id}`}
        problems={(content?.problems ?? []).map(({ answer, ...one }) => ({ ...one, action: answer?.action ?? null }))}
        refresh={read.refresh}
      />
      <Receivers lanes={lanes} status={order.status} ownerOf={() => ''} refresh={live.refresh} />
      {isSandbox.value && <SandboxCards id={order.id} refresh={live.refresh} />}
      <CustomerCard order={content} />
      <Fold title={t.lanes}>
        <LaneTable
          commands={commands.map((command) => ({ ...command, kind: 'command' }))}
          events={events.map((event) => ({ ...event, kind: 'event' }))}
          lanes={lanes}
          helpWith={(lane, delivery) =>
            mayChange.value &&
            isLost(delivery, lane.deliveries) && <ReplayButton owner="" ids={[delivery.id]} onDone={live.refresh} />
          }
        />
        {truncated && <p class="quiet">{t.truncated}</p>}
      </Fold>
      <TimeCard lanes={lanes} />
    </>
  );
};

/** To a hundred meters: a screen in a kitchen is seen by many. */
const endsOf = ({ store, address }: OrderView): Mark[] => [
  ...(store ? [{ kind: 'store', label: store.name, ...roundPlace(store.address.coordinates) } as const] : []),
  ...(address ? [{ kind: 'door', label: text().orders.atCustomer, ...roundPlace(address.coordinates) } as const] : []),
];

const courierAt = ({ latitude, longitude }: PositionView): Mark => ({
  kind: 'courier',
  label: text().orders.courier,
  latitude,
  longitude,
});

const roundPlace = ({ latitude, longitude }: Record<'latitude' | 'longitude', number>) => ({
  latitude: Math.round(latitude * 1_000) / 1_000,
  longitude: Math.round(longitude * 1_000) / 1_000,
});

/** The details that a courier and a kitchen ask for. */
const ContentFacts = ({ content }: { content: OrderView | undefined }) => {
  const t = text().orders;
  return (
    <Facts
      facts={[
        ...(content?.courier || content?.courier_system ? [[t.broughtBy, describeCourier(content)] as const] : []),
        ...(content?.tracking_url ? [[t.tracking, <TrackingLink url={content.tracking_url} />] as const] : []),
        [t.collectTitle, content?.payment ? describeCollection(content.payment) : <Dash />],
        [t.items, content?.items ? describeItems(content.items) : <Dash />],
      ]}
    />
  );
};

/** The courier, and whose. */
const describeCourier = ({ courier, courier_system }: OrderView): string =>
  [courier?.name, courier && text().orders.vehicle[courier.vehicle], courier_system?.name].filter(Boolean).join(', ');

/** Hidden until it is asked for: a screen in a kitchen is seen by many. */
const CustomerCard = ({ order }: { order: OrderView | undefined }) => {
  const t = text().orders;
  const isOpen = useSignal(false);
  return (
    <section class="card" aria-labelledby="customer">
      <div class="title-row">
        <h2 id="customer">{t.customer.title}</h2>
        <button type="button" disabled={order === undefined} onClick={() => (isOpen.value = !isOpen.value)}>
          {isOpen.value ? t.customer.hide : t.customer.show}
        </button>
      </div>
      {isOpen.value && order && (
        <Facts
          facts={[
            [t.customer.name, order.customer?.name ?? <Dash />],
            [t.customer.phone, order.customer?.phone ?? <Dash />],
            [t.customer.address, order.address ? describeAddress(order.address) : <Dash />],
            [t.items, <Items items={order.items ?? []} />],
            ...(order.delivery_notes ? [[t.deliveryNotes, <p class="wide">{order.delivery_notes}</p>] as const] : []),
          ]}
        />
      )}
    </section>
  );
};
