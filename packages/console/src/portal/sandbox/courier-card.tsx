import type { OrderStatus, SandboxOrder } from '@delivery/contracts';
import type { Live } from '../../api/live.js';
import { formatCount } from '../../ui/format.js';
import { doNow, Loaded } from '../../ui/states.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';

type CourierCardProps = { live: Live<SandboxOrder>; refresh: () => void };

/** To be the courier: a button for each step that may come next, and for no other. */
export const CourierCard = ({ live, refresh }: CourierCardProps) => {
  const t = text().courier;
  return (
    <section class="card" aria-labelledby="courier">
      <h2 id="courier">{t.title}</h2>
      <Loaded live={live}>{(order) => <Steps order={order} live={live} refresh={refresh} />}</Loaded>
    </section>
  );
};

type StepsProps = { order: SandboxOrder; live: Live<SandboxOrder>; refresh: () => void };

const Steps = ({ order, live, refresh }: StepsProps) => {
  const t = text().courier;
  const take = (to: OrderStatus) =>
    doNow(async () => {
      await changes.advance(order.id, to);
      live.refresh();
      refresh();
    });
  if (order.next.may.length === 0) return <p class="quiet">{t.final}</p>;
  return (
    <>
      <p class="quiet">{describeMover(order)}</p>
      {order.manual_since === null && <p class="quiet">{t.text}</p>}
      <div class="row-actions">
        {order.next.may.map((status) => (
          <button
            key={status}
            type="button"
            class={status === order.next.advance ? 'primary' : ''}
            onClick={take(status)}
          >
            {nameOfStep(order.status, status)}
          </button>
        ))}
      </div>
    </>
  );
};

const describeMover = ({ manual_since, scenario, speed }: SandboxOrder): string => {
  const t = text().courier;
  return manual_since === null ? t.auto(t.scenarios[scenario], formatCount(speed)) : t.manual;
};

/** Back to `ready` is a courier who gives up. */
const nameOfStep = (from: OrderStatus, to: OrderStatus): string => {
  const { courier, orders } = text();
  return to === 'ready' && from !== 'created' ? courier.giveUp : orders.status[to];
};
