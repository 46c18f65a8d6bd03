import type { Eta, OrderHappening, OrderListEntry, OrderStatus } from '@delivery/contracts';
import { text } from '../text/index.js';
import { Badge, type Tone, ToneIcon } from '../ui/icons.js';
import { Age, Ago, Clock, Late, serverNowMs } from '../ui/time.js';
import { findSteps, statusSince, type Step } from './rules/order-times.js';

const statusTones: Readonly<Record<OrderStatus, Tone>> = {
  created: 'idle',
  ready: 'idle',
  on_route_to_pickup: 'info',
  at_pickup: 'info',
  on_route_to_delivery: 'info',
  at_delivery: 'info',
  delivered: 'good',
  delivery_failed: 'warn',
  returned: 'bad',
  canceled: 'bad',
};

const OrderStatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={statusTones[status]}>{text().orders.status[status]}</Badge>
);

/** In a list: its status, and by how much it is late. */
export const OrderStatusCell = ({ status, late_since }: Pick<OrderListEntry, 'status' | 'late_since'>) => (
  <>
    <OrderStatusBadge status={status} /> <Late since={late_since} />
  </>
);

type HeadProps = {
  order: Pick<OrderListEntry, 'status' | 'created_at' | 'due' | 'late_since'>;
  events: readonly Pick<OrderHappening, 'at' | 'status'>[];
  /** Why it was canceled or not delivered: its text, else its code. */
  reason: string | undefined;
  noCourierSince: string | null | undefined;
  eta: Eta | null | undefined;
};

/** Where the courier has yet to come. */
const expectedAt: Readonly<Partial<Record<OrderStatus, readonly (keyof Eta)[]>>> = {
  ready: ['pickup_at', 'delivery_at'],
  on_route_to_pickup: ['pickup_at', 'delivery_at'],
  at_pickup: ['delivery_at'],
  on_route_to_delivery: ['delivery_at'],
};

/** Where the order is, as a person would say it, and the steps of its way. */
export const OrderHead = ({ order, events, reason, noCourierSince, eta }: HeadProps) => {
  const t = text().orders;
  const since = statusSince(order, events);
  const { status } = order;
  return (
    <>
      <p class="headline">
        <ToneIcon tone={statusTones[status]} />
        <span>
          {since === undefined ? (
            t.status[status]
          ) : (
            <>
              {t.headline[status]} <Clock at={since} />{' '}
              <span class="quiet">
                (<Age at={since} />)
              </span>
            </>
          )}{' '}
          <Late since={order.late_since} />
        </span>
      </p>
      {expectedAt[status]?.map((place) => {
        const at = eta?.[place];
        return at === undefined ? null : (
          <p key={place}>
            {t.expected[place]} <Ago at={at} /> {Date.parse(at) < serverNowMs() && <Late since={at} />}
          </p>
        );
      })}
      {order.due && (
        <p class="quiet">
          {t.deliveredBy} <Clock at={order.due.delivered_by} />
        </p>
      )}
      {reason !== undefined && (
        <p>
          {t.reason}: {reason}
        </p>
      )}
      {noCourierSince && (
        <p>
          <Badge tone="warn">{text().event.courier_not_found}</Badge> <Age at={noCourierSince} />
        </p>
      )}
      <ol class="steps" aria-label={t.steps}>
        {findSteps(order, events).map((step) => (
          <li key={step.name} class={`step-${step.state}`} aria-current={step.state === 'now' ? 'step' : undefined}>
            <span>{nameOf(step)}</span>
            {step.at === null ? <span class="quiet">{t.milestone.untold[step.state]}</span> : <Clock at={step.at} />}
          </li>
        ))}
      </ol>
    </>
  );
};

const nameOf = ({ name }: Step): string => {
  const { milestone, status } = text().orders;
  return name === 'pickup' || name === 'on_the_way' ? milestone[name] : status[name];
};
