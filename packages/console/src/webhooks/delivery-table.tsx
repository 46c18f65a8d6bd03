import type { DeliveryView } from '@delivery/contracts';
import { type Live, useLive } from '../api/live.js';
import type { Page } from '../api/request.js';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { endpointName, formatCount } from '../ui/format.js';
import { Badge, type Tone } from '../ui/icons.js';
import { Loaded } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { Clock } from '../ui/time.js';
import { type ListedEndpoint, type WebhookOwner, webhookReads } from './calls.js';

export const deliveryKey = ({ id }: DeliveryView): string => id;

export const deliveriesPlace = ({ place }: WebhookOwner): string[] => [...place, 'deliveries'];

const endpointsEveryMs = 5_000;

/** The owner's endpoints; none until they are known. */
export const useEndpoints = (owner: WebhookOwner): readonly ListedEndpoint[] =>
  useLive(owner.endpoints, endpointsEveryMs).data.value?.data ?? [];

type ColumnsProps = {
  owner: WebhookOwner;
  hrefOf: (id: string) => string;
  openId?: string | undefined;
  /** Undefined where all webhooks go to one endpoint. */
  endpoints?: readonly ListedEndpoint[] | undefined;
};

export const deliveryColumns = ({ owner, hrefOf, openId, endpoints }: ColumnsProps): Column<DeliveryView>[] => {
  const { deliveries: t, endpoints: words } = text();
  const endpointColumn: Column<DeliveryView> = {
    key: 'endpoint',
    header: words.detail,
    onPhone: 'second',
    cell: ({ endpoint_id: id }) => <EndpointLink id={id} owner={owner} endpoints={endpoints ?? []} />,
  };
  return [
    {
      key: 'webhook',
      header: t.detail,
      onPhone: 'first',
      cell: (row) => (
        <a
          id={rowId(row.id)}
          class="row-link"
          href={hrefOf(row.id)}
          title={row.order_id}
          aria-current={row.id === openId ? 'true' : undefined}
        >
          {describeDelivery(row)}
        </a>
      ),
    },
    ...(endpoints ? [endpointColumn] : []),
    { key: 'state', header: words.state, onPhone: 'aside', cell: (row) => <DeliveryState delivery={row} /> },
    { key: 'answer', header: t.answer, onPhone: 'second', cell: describeLastAnswer },
    { key: 'attempts', header: t.attempts, isNumber: true, cell: (row) => formatCount(row.attempt_count) },
    { key: 'created', header: t.created, onPhone: 'second', cell: (row) => <Clock at={row.created_at} isExact /> },
  ];
};

/** The element that a closed drawer gives the focus back to. */
export const rowId = (deliveryId: string): string => `row-${deliveryId}`;

/** `#1260 · Ready`; an event about an endpoint has no order. */
export const describeDelivery = ({
  display_id: number,
  event,
  status,
}: Pick<DeliveryView, 'display_id' | 'event' | 'status'>): string => {
  const t = text();
  const words = status === null ? t.event[event] : t.orders.status[status];
  return number === null ? words : `#${number} · ${words}`;
};

const describeLastAnswer = ({ last_status_code: status, last_error_code: code }: DeliveryView): string => {
  if (status !== null) return String(status);
  return code === null ? '' : describeError(code);
};

type EndpointLinkProps = { id: string; owner: WebhookOwner; endpoints: readonly ListedEndpoint[] };

/** By its id until its name is known. */
export const EndpointLink = ({ id, owner, endpoints }: EndpointLinkProps) => {
  const known = endpoints.find((each) => each.id === id);
  const name = known ? endpointName(known) : id;
  if (owner.isOnlyRead) return <span class="address">{name}</span>;
  return (
    <a class="address" href={hrefTo(['endpoints', id])}>
      {name}
    </a>
  );
};

const recentMax = 10;

export const useRecentDeliveries = (owner: WebhookOwner, endpointId: string): Live<Page<DeliveryView>> =>
  useLive(webhookReads.deliveries(owner.path, { endpoint_id: endpointId, limit: recentMax }));

type RecentProps = { live: Live<Page<DeliveryView>>; owner: WebhookOwner; endpointId: string };

/** The newest webhooks of an endpoint. */
export const RecentDeliveries = ({ live, owner, endpointId }: RecentProps) => {
  const t = text();
  const place = deliveriesPlace(owner);
  return (
    <section class="card" aria-labelledby="recent">
      <div class="title-row">
        <h2 id="recent">{t.endpoints.recent}</h2>
        <a href={hrefTo(place, { endpoint_id: endpointId })}>{t.endpoints.recentAll}</a>
      </div>
      <Loaded live={live}>
        {({ data }) => (
          <Table
            caption={t.endpoints.recent}
            columns={deliveryColumns({ owner, hrefOf: (id) => hrefTo([...place, id]) })}
            keyOf={deliveryKey}
            rows={data}
            none={t.deliveries.none}
          />
        )}
      </Loaded>
    </section>
  );
};

/** A delivery that waits after a failed attempt has its own word. */
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

type Tried = Pick<DeliveryView, 'state' | 'attempt_count'>;

const shownOf = ({ state, attempt_count }: Tried): Shown =>
  state === 'waiting' && attempt_count > 0 ? 'retrying' : state;

export const DeliveryState = ({ delivery }: { delivery: Tried }) => (
  <Badge tone={tones[shownOf(delivery)]} title={describeState(delivery)}>
    {text().deliveryState[shownOf(delivery)]}
  </Badge>
);

export const describeState = (delivery: Tried): string => text().deliveryStateHint[shownOf(delivery)];

/** The error of an attempt, in words where its code is known. */
export const describeError = (code: string): string => text().deliveries.errors[code]?.short ?? code;

type Answered = { status_code: number | null; error_code: string | null };

/** `HTTP 500`, or why there was no answer. */
export const describeAnswer = ({ status_code: status, error_code: code }: Answered): string =>
  status === null ? describeError(code ?? '') : `HTTP ${status}`;

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

/** Text between backticks is shown as code. */
const Marked = ({ words }: { words: string }) => (
  <>{words.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
);

/** Whether it can be sent again, as far as the page can tell. Pure. */
export const isReplayable = ({ state, replay_id }: Pick<DeliveryView, 'state' | 'replay_id'>): boolean =>
  (state === 'delivered' || state === 'exhausted') && replay_id === null;
