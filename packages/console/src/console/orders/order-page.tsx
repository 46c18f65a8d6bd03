import { useSignal } from '@preact/signals';
import type { OperatorOrderLanes, OperatorPosition, OrderCustomer, TimelineEntry } from '@delivery/contracts';
import { isOnTheWay } from '@delivery/contracts/status';
import { useLive } from '../../api/live.js';
import { CallError, request } from '../../api/request.js';
import { may, noteThrownOut } from '../../api/session.js';
import { LaneTable } from '../../lanes/lane-table.js';
import { LastSeen, type Mark } from '../../lanes/last-seen.js';
import { describeAddress, describeCollection, Items, TrackingLink } from '../../lanes/order-content.js';
import { OrderHead } from '../../lanes/order-head.js';
import { Problems } from '../../lanes/problems.js';
import { Receivers } from '../../lanes/receivers.js';
import { type Emitted, isLost, type Lane } from '../../lanes/rules/lanes.js';
import { TimeCard } from '../../lanes/time-card.js';
import { hrefTo, useTitle } from '../../shell/router.js';
import { CopyLink, OpenButton } from '../../ui/buttons.js';
import { Facts, Fold } from '../../ui/cards.js';
import { describeFailure, Loaded } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { useMerchantZone } from '../../ui/zone.js';
import { ownerPath, ownerPlace, reads } from '../calls.js';
import { OwnerLink } from '../endpoints/endpoints-page.js';
import { text } from '../text/index.js';
import { EraseDialog } from './erase-dialog.js';

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
            <Head found={found} events={timeline.data.value?.data.filter(isEvent) ?? []} />
            <Problems order={`/orders/${found.order.id}`} problems={found.order.problems} refresh={lanes.refresh} />
            <Receivers
              lanes={found.lanes}
              status={found.order.status}
              ownerOf={(lane) => ownerPath(ownerOf(found, lane))}
              refresh={lanes.refresh}
            />
            <CustomerCard orderId={id} />
            <Fold title={t.lanes}>
              <Loaded live={timeline}>
                {({ data, truncated }) => (
                  <>
                    <LaneTable
                      commands={data.filter((entry) => entry.kind === 'command')}
                      events={data.filter(isEvent)}
                      lanes={found.lanes}
                      helpWith={(lane, delivery) =>
                        may('act') &&
                        isLost(delivery, lane.deliveries) && (
                          <a href={hrefTo([...ownerPlace(ownerOf(found, lane)), 'replays'])}>{text().replays.submit}</a>
                        )
                      }
                    />
                    {(truncated || found.truncated) && <p class="quiet">{t.truncated}</p>}
                  </>
                )}
              </Loaded>
            </Fold>
            <TimeCard lanes={found.lanes} />
          </>
        )}
      </Loaded>
    </>
  );
};

/** The owner of a lane's endpoint: the merchant, its platform or a courier's system. */
const ownerOf = ({ order, lanes }: OperatorOrderLanes, lane: Lane): string =>
  lanes.find(({ endpoint }) => endpoint.id === lane.endpoint.id)?.endpoint.merchant_id ?? order.merchant_id;

const isEvent = (entry: TimelineEntry) => entry.kind === 'event';

const Head = ({ found: { order }, events }: { found: OperatorOrderLanes; events: readonly Emitted[] }) => {
  const t = text().orders;
  const title = `${t.title} ${order.display_id}`;
  useTitle(title);
  useMerchantZone({ timeZone: order.merchant_time_zone, isDefault: false });
  return (
    <>
      <div>
        <div class="title-row">
          <h1>{title}</h1>
          <CopyLink />
        </div>
        <p class="quiet ids">
          <a href={hrefTo(['merchants', order.merchant_id])}>{order.merchant_name}</a> <code>{order.external_id}</code>{' '}
          <code>{order.id}</code>
        </p>
      </div>
      <section class="card order-head">
        <OrderHead
          order={order}
          events={events}
          reason={order.reason_code ?? undefined}
          noCourierSince={order.no_courier_since}
          eta={order.eta}
        />
        {isOnTheWay(order.status) && (
          <LastSeen position={reads.position(order.id)} marksOf={(seen) => marksOf(order, seen)} />
        )}
        <Facts
          facts={[
            ...(order.courier_system ? [[t.broughtBy, <SystemAt system={order.courier_system} />] as const] : []),
            ...(order.given_back_by ? [[t.givenBackBy, <SystemAt system={order.given_back_by} />] as const] : []),
            [t.collectTitle, order.payment === null ? t.customer.erased : describeCollection(order.payment)],
          ]}
        />
      </section>
    </>
  );
};

const marksOf = (order: OperatorOrderLanes['order'], { places }: OperatorPosition): Mark[] => {
  // `places` is null for operators who may not see them.
  if (places === null) return [];
  const t = text().orders;
  return [
    ...(places.store ? [{ kind: 'store', label: order.merchant_name, ...places.store } as const] : []),
    ...(places.door ? [{ kind: 'door', label: t.atCustomer, ...places.door } as const] : []),
    { kind: 'courier', label: t.courier, ...places.courier },
  ];
};

const SystemAt = ({ system }: { system: NonNullable<OperatorOrderLanes['order']['courier_system']> }) => (
  <>
    <OwnerLink id={system.id} name={system.name} />, <Ago at={system.at} />
  </>
);

type Shown = { customer: OrderCustomer } | { failure: CallError };

/** Loaded only when the operator asks for it, and forgotten when the page is left. */
const CustomerCard = ({ orderId }: { orderId: string }) => {
  const t = text().orders.customer;
  const shown = useSignal<Shown | undefined>(undefined);
  const isBusy = useSignal(false);
  const toggle = async (): Promise<void> => {
    if (shown.value && 'customer' in shown.value) {
      shown.value = undefined;
      return;
    }
    isBusy.value = true;
    shown.value = await readCustomer(orderId);
    isBusy.value = false;
  };
  const isOpen = shown.value !== undefined && 'customer' in shown.value;
  return (
    <section class="card" aria-labelledby="customer">
      <div class="title-row">
        <h2 id="customer">{t.title}</h2>
        <div class="row-actions">
          {may('customers_data') && (
            <button type="button" disabled={isBusy.value} onClick={() => void toggle()}>
              {isOpen ? t.hide : t.show}
            </button>
          )}
          {may('administer') && (
            <OpenButton label={text().erase.button}>
              {(close) => <EraseDialog orderId={orderId} onDone={() => (shown.value = undefined)} onClose={close} />}
            </OpenButton>
          )}
        </div>
      </div>
      <div aria-live="polite">
        <Content shown={shown.value} />
      </div>
    </section>
  );
};

const readCustomer = async (orderId: string): Promise<Shown | undefined> => {
  try {
    const { body } = await request<OrderCustomer>(reads.customer(orderId));
    return body && { customer: body };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) noteThrownOut();
    return { failure: error };
  }
};

const Content = ({ shown }: { shown: Shown | undefined }) => {
  const t = text().orders.customer;
  if (shown === undefined) {
    return (
      <p class="quiet">
        {t.hidden} {may('customers_data') ? t.logged : t.notAllowed}
      </p>
    );
  }
  if ('customer' in shown) return <Customer customer={shown.customer} />;
  return (
    <p>
      {shown.failure.status === 410 && <strong>{t.erased}. </strong>}
      {describeFailure(shown.failure)}
    </p>
  );
};

type CustomerProps = { customer: OrderCustomer };

const Customer = ({
  customer: { customer, address, items, delivery_notes, reason, tracking_url, problems, external_data },
}: CustomerProps) => {
  const t = text().orders;
  return (
    <>
      <Facts
        facts={[
          [t.customer.name, customer.name],
          [t.customer.phone, customer.phone],
          [t.customer.address, describeAddress(address)],
          [t.items, <Items items={items} />],
          ...(delivery_notes === null ? [] : [[t.deliveryNotes, <p class="wide">{delivery_notes}</p>] as const]),
          [t.tracking, <TrackingLink url={tracking_url} />],
          ...(reason?.message === undefined ? [] : [[t.reason, reason.message] as const]),
          ...problems.flatMap(({ kind, text: words }) =>
            words === null ? [] : [[t.problem.kind[kind] ?? kind, words] as const],
          ),
        ]}
      />
      {Object.keys(external_data).length > 0 && (
        <>
          <h3>{t.customer.added}</h3>
          <pre class="excerpt" tabIndex={0}>
            {JSON.stringify(external_data, null, 2)}
          </pre>
        </>
      )}
    </>
  );
};
