import { useSignal } from '@preact/signals';
import type { OrderCustomer } from '@delivery/contracts';
import { CallError, request } from '../../api/request.js';
import { may, noteThrownOut } from '../../api/session.js';
import { describeAddress, Items, TrackingLink } from '../../lanes/order-content.js';
import { Facts } from '../../ui/cards.js';
import { describeFailure } from '../../ui/states.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

type Shown = { customer: OrderCustomer } | { failure: CallError };

/** Loaded only when the operator asks for it, and forgotten when the page is left. */
export const CustomerCard = ({ orderId }: { orderId: string }) => {
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
        {may('customers_data') && (
          <button type="button" disabled={isBusy.value} onClick={() => void toggle()}>
            {isOpen ? t.hide : t.show}
          </button>
        )}
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

const Customer = ({ customer: { customer, address, items, reason, tracking_url, external_data } }: CustomerProps) => {
  const t = text().orders;
  return (
    <>
      <Facts
        facts={[
          [t.customer.name, customer.name],
          [t.customer.phone, customer.phone],
          [t.customer.address, describeAddress(address)],
          [t.items, <Items items={items} />],
          [t.tracking, <TrackingLink url={tracking_url} />],
          ...(reason?.message === undefined ? [] : [[t.reason, reason.message] as const]),
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
