import { useSignal } from '@preact/signals';
import type { OrderCustomer } from '@delivery/contracts';
import { CallError, request } from '../../api/request.js';
import { mayChange, noteThrownOut } from '../../api/session.js';
import { Facts } from '../../ui/facts.js';
import { formatCount } from '../../ui/format.js';
import { describeFailure } from '../../ui/states.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

type Shown = { customer: OrderCustomer } | { failure: CallError };

/** Loaded only when the operator asks for it, and forgotten when the page is left. */
export const CustomerCard = ({ orderId }: { orderId: string }) => {
  const t = text().customer;
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
        {mayChange.value && (
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
  const t = text().customer;
  if (shown === undefined) {
    return (
      <p class="quiet">
        {t.hidden} {mayChange.value ? t.logged : t.notAllowed}
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

const Customer = ({ customer: { customer, address, items, external_data } }: { customer: OrderCustomer }) => {
  const t = text().customer;
  return (
    <>
      <Facts
        facts={[
          [t.name, customer.name],
          [t.phone, customer.phone],
          [t.address, describeAddress(address)],
          [t.items, <Items items={items} />],
        ]}
      />
      {Object.keys(external_data).length > 0 && (
        <>
          <h3>{t.added}</h3>
          <pre class="excerpt" tabIndex={0}>
            {JSON.stringify(external_data, null, 2)}
          </pre>
        </>
      )}
    </>
  );
};

const describeAddress = (address: OrderCustomer['address']): string =>
  [
    `${address.street}, ${address.number}`,
    address.complement,
    address.neighborhood,
    `${address.city} (${address.state})`,
    address.zip_code,
    address.country,
  ]
    .filter(Boolean)
    .join(', ');

const Items = ({ items }: Pick<OrderCustomer, 'items'>) => {
  const t = text();
  if (items.length === 0) return <>{t.none}</>;
  return (
    <ul>
      {items.map(({ description, quantity, notes }, place) => (
        <li key={place}>
          {t.customer.item(formatCount(quantity), description)}
          {notes !== null && <p class="quiet">{notes}</p>}
        </li>
      ))}
    </ul>
  );
};
