import type { OrderContent } from '@delivery/contracts';
import { text } from '../text/index.js';
import { formatAmount } from '../ui/format.js';

/** What the courier is to collect at the door. */
export const describeCollection = ({ pending, methods }: OrderContent['payment']): string => {
  const t = text().orders.collect;
  if (pending === 0) return t.nothing;
  const ways = methods
    .filter(({ type }) => type === 'OFFLINE')
    .map(({ value, method, cash }) => {
      const way = t.by(formatAmount(value), t.method[method]);
      return cash?.change_for ? `${way} (${t.changeFor(formatAmount(cash.change_for))})` : way;
    });
  return ways.length === 0 ? formatAmount(pending) : ways.join(', ');
};
