import type { OrderContent } from '@delivery/contracts';
import { text } from '../text/index.js';
import { formatAmount, formatCount } from '../ui/format.js';
import { Dash } from '../ui/time.js';

const namedMax = 3;

type Item = { description: string; quantity: number; notes?: string | null | undefined };

const describeItem = ({ quantity, description }: Item): string =>
  text().orders.item(formatCount(quantity), description);

/** The first items, in one line. */
export const describeItems = (items: readonly Item[]): string => {
  const named = items.slice(0, namedMax).map(describeItem).join(', ');
  const rest = items.length - namedMax;
  return rest > 0 ? `${named} ${text().orders.itemsMore(formatCount(rest))}` : named;
};

/** Every item, with its notes. */
export const Items = ({ items }: { items: readonly Item[] }) => {
  if (items.length === 0) return <>{text().none}</>;
  return (
    <ul>
      {items.map((item, place) => (
        <li key={place}>
          {describeItem(item)}
          {item.notes && <p class="quiet">{item.notes}</p>}
        </li>
      ))}
    </ul>
  );
};

export const describeAddress = (address: OrderContent['address']): string =>
  [
    `${address.street}, ${address.number}`,
    address.complement,
    address.neighborhood,
    address.state ? `${address.city} (${address.state})` : address.city,
    address.zip_code,
    address.country,
  ]
    .filter(Boolean)
    .join(', ');

/** The page that follows the courier, on another site, which does not learn from where it was opened. */
export const TrackingLink = ({ url }: { url: string | null | undefined }) => {
  if (!url) return <Dash />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text().orders.trackingOpen}
    </a>
  );
};

/** The payment that the courier collects at the door. */
export const describeCollection = ({ prepaid, pending, methods }: OrderContent['payment']): string => {
  const t = text().orders.collect;
  if (pending === 0) return t.nothing(formatAmount(prepaid));
  const ways = methods
    .filter(({ type }) => type === 'OFFLINE')
    .map(({ value, method, cash }) => {
      const way = t.by(formatAmount(value), t.method[method]);
      return cash?.change_for ? `${way} (${t.changeFor(formatAmount(cash.change_for))})` : way;
    });
  return ways.length === 0 ? formatAmount(pending) : ways.join(', ');
};
