import type { Usage, UsageMonths } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { formatCount, formatMonth } from '../../ui/format.js';
import { Empty, Loaded } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

export const countColumns = (): Column<Usage>[] => {
  const t = text().usage.counts;
  const column = (key: keyof typeof t, count: (usage: Usage) => number): Column<Usage> => ({
    key,
    header: t[key],
    isNumber: true,
    cell: (usage) => formatCount(count(usage)),
  });
  return [
    column('created', ({ orders }) => orders.created),
    column('delivered', ({ orders }) => orders.delivered),
    column('canceled', ({ orders }) => orders.canceled),
    column('returned', ({ orders }) => orders.returned),
    column('attempts', ({ webhooks }) => webhooks.attempts),
    column('arrived', ({ webhooks }) => webhooks.delivered),
    column('exhausted', ({ webhooks }) => webhooks.exhausted),
  ];
};

const everyMs = 10_000;

/** The months of a merchant. */
export const MerchantUsageCard = ({ id }: { id: string }) => (
  <section class="card">
    <Loaded live={useLive(reads.merchantUsage(id), everyMs)}>{({ data }) => <Months months={data} />}</Loaded>
  </section>
);

const Months = ({ months }: { months: UsageMonths['data'] }) => {
  const t = text().usage;
  if (months.length === 0) return <Empty title={t.noMonths} />;
  return (
    <Table
      caption={t.title}
      columns={[{ key: 'month', header: t.month, cell: ({ month }) => formatMonth(month) }, ...countColumns()]}
      keyOf={({ month }) => month}
      rows={months}
    />
  );
};
