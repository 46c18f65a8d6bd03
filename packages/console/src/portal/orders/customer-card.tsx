import { useSignal } from '@preact/signals';
import type { OrderView } from '@delivery/contracts';
import { describeAddress, Items } from '../../lanes/order-content.js';
import { Facts } from '../../ui/cards.js';
import { Dash } from '../../ui/time.js';
import { text } from '../text/index.js';

/** Hidden until it is asked for: a screen in a kitchen is seen by many. */
export const CustomerCard = ({ order }: { order: OrderView | undefined }) => {
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
          ]}
        />
      )}
    </section>
  );
};
