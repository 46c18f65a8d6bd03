import type { DeliveryView } from '@delivery/contracts';
import { isOperational } from '@delivery/contracts/events';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { formatCount } from '../ui/format.js';
import { Empty } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { Ago, MaybeAgo } from '../ui/time.js';
import { DeliveryState, describeError } from './delivery-state.js';

export const deliveryKey = ({ id }: DeliveryView): string => id;

/** `place`: below which each has its page. */
export const deliveryColumns = (place: readonly string[]): Column<DeliveryView>[] => {
  const { deliveries: t, event } = text();
  return [
    { key: 'state', header: t.state, onPhone: 'aside', cell: (row) => <DeliveryState delivery={row} /> },
    {
      key: 'event',
      header: t.event,
      onPhone: 'first',
      cell: (row) => <a href={hrefTo([...place, row.id])}>{event[row.event]}</a>,
    },
    { key: 'order', header: t.order, onPhone: 'second', cell: (row) => <OrderOf delivery={row} /> },
    { key: 'sequence', header: t.sequence, isNumber: true, cell: (row) => formatCount(row.sequence) },
    { key: 'attempts', header: t.attempts, isNumber: true, cell: (row) => formatCount(row.attempt_count) },
    {
      key: 'error',
      header: t.lastError,
      onPhone: 'second',
      cell: (row) => (row.last_error_code === null ? '' : describeError(row.last_error_code)),
    },
    { key: 'next', header: t.next, cell: (row) => <MaybeAgo at={row.next_attempt_at} /> },
    { key: 'created', header: t.created, onPhone: 'second', cell: (row) => <Ago at={row.created_at} /> },
  ];
};

/** `–`: it tells of an endpoint. */
export const OrderOf = ({ delivery }: { delivery: DeliveryView }) =>
  isOperational(delivery.event) ? <>–</> : <a href={hrefTo(['orders', delivery.order_id])}>{delivery.order_id}</a>;

type DeliveryTableProps = { caption: string; place: readonly string[]; rows: readonly DeliveryView[] };

export const DeliveryTable = ({ caption, place, rows }: DeliveryTableProps) =>
  rows.length === 0 ? (
    <Empty title={text().deliveries.none} />
  ) : (
    <Table caption={caption} columns={deliveryColumns(place)} keyOf={deliveryKey} rows={rows} />
  );
