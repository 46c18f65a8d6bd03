import type { DeliveryView } from '@delivery/contracts';
import { isOperational } from '@delivery/contracts/events';
import { type Live, useLive } from '../api/live.js';
import type { Page } from '../api/request.js';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { formatCount } from '../ui/format.js';
import { Badge, type Tone } from '../ui/icons.js';
import { Empty, Loaded } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { Ago, MaybeAgo } from '../ui/time.js';
import { webhookReads } from './calls.js';

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

const DeliveryTable = ({ caption, place, rows }: DeliveryTableProps) =>
  rows.length === 0 ? (
    <Empty title={text().deliveries.none} />
  ) : (
    <Table caption={caption} columns={deliveryColumns(place)} keyOf={deliveryKey} rows={rows} />
  );

const recentMax = 10;

export const useRecentDeliveries = (owner: string, endpointId: string): Live<Page<DeliveryView>> =>
  useLive(webhookReads.deliveries(owner, { endpoint_id: endpointId, limit: recentMax }));

type RecentProps = { live: Live<Page<DeliveryView>>; place: readonly string[]; endpointId: string };

/** The newest webhooks of an endpoint. `place`: below which each has its page. */
export const RecentDeliveries = ({ live, place, endpointId }: RecentProps) => {
  const t = text().endpoints;
  return (
    <section class="card" aria-labelledby="recent">
      <div class="title-row">
        <h2 id="recent">{t.recent}</h2>
        <a href={hrefTo(place, { endpoint_id: endpointId })}>{t.recentAll}</a>
      </div>
      <Loaded live={live}>{({ data }) => <DeliveryTable caption={t.recent} place={place} rows={data} />}</Loaded>
    </section>
  );
};

/** One that waits for its turn is as it should be; one that waits after it failed is not, and is called so. */
type Shown = DeliveryView['state'] | 'retrying';

const tones: Readonly<Record<Shown, Tone>> = {
  waiting: 'idle',
  retrying: 'warn',
  in_flight: 'info',
  delivered: 'good',
  exhausted: 'bad',
  held: 'idle',
  skipped: 'idle',
};

type Told = Pick<DeliveryView, 'state' | 'attempt_count'>;

const shownOf = ({ state, attempt_count }: Told): Shown =>
  state === 'waiting' && attempt_count > 0 ? 'retrying' : state;

export const DeliveryState = ({ delivery }: { delivery: Told }) => (
  <Badge tone={tones[shownOf(delivery)]} title={describeState(delivery)}>
    {text().deliveryState[shownOf(delivery)]}
  </Badge>
);

export const describeState = (delivery: Told): string => text().deliveryStateHint[shownOf(delivery)];

/** The error of an attempt, in words where its code is known. */
export const describeError = (code: string): string => text().deliveries.errors[code]?.short ?? code;

/** The meaning and the remedy of each of these errors, once; nothing where none of them is known. */
export const ErrorHelp = ({ codes }: { codes: readonly (string | null)[] }) => {
  const { errors, errorsHelp } = text().deliveries;
  const known = [...new Set(codes)].flatMap((code) => (code === null ? [] : (errors[code] ?? [])));
  if (known.length === 0) return null;
  return (
    <section aria-label={errorsHelp}>
      {known.map(({ short, meaning, remedy }) => (
        <p key={short} class="quiet">
          <strong>{short}</strong>: <Marked words={`${meaning} ${remedy}`} />
        </p>
      ))}
    </section>
  );
};

/** What stands between backticks as code. */
const Marked = ({ words }: { words: string }) => (
  <>{words.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
);

/** Whether it can be sent again, as far as the page can tell. Pure. */
export const isReplayable = ({ state, replay_id }: Pick<DeliveryView, 'state' | 'replay_id'>): boolean =>
  (state === 'delivered' || state === 'exhausted') && replay_id === null;
