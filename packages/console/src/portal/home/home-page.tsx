import type { EndpointView, MerchantSummary } from '@delivery/contracts';
import { deliveryStates, orderStatuses } from '@delivery/contracts/status';
import { useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { hrefTo, useTitle } from '../../shell/router.js';
import { Verdict } from '../../ui/cards.js';
import { endpointName, formatBounded, formatCount } from '../../ui/format.js';
import { Loaded } from '../../ui/states.js';
import { Clock } from '../../ui/time.js';
import { reads } from '../calls.js';
import { EndpointTable } from '../endpoints/endpoints-page.js';
import { SwitchLink } from '../merchants.js';
import { OrderTable } from '../orders/orders-page.js';
import { isSandbox } from '../owner.js';
import { NewOrderButton } from '../sandbox/new-order.js';
import { text } from '../text/index.js';
import { type Concern, findConcerns } from './rules/find-concerns.js';

const summaryEveryMs = 5_000;
const newestMax = 8;

export const HomePage = () => {
  const t = text();
  const summary = useLive(reads.summary(), summaryEveryMs);
  const endpoints = useLive(reads.endpoints(), summaryEveryMs);
  return (
    <>
      <div class="title-row">
        <h1>{nameOf(summary.data.value?.merchant.name)}</h1>
        <SwitchLink />
        {isSandbox.value && mayChange.value && <NewOrderButton />}
      </div>
      <Loaded live={summary}>
        {(current) => (
          <Loaded live={endpoints}>
            {({ data }) => (
              <>
                <HomeVerdict summary={current} endpoints={data} />
                <Incidents incidents={current.incidents} endpoints={data} />
                <Counts summary={current} />
                <section class="card" aria-labelledby="endpoints">
                  <h2 id="endpoints">{t.endpoints.title}</h2>
                  <EndpointTable endpoints={data} summary={current} />
                </section>
              </>
            )}
          </Loaded>
        )}
      </Loaded>
      <NewestOrders />
    </>
  );
};

/** On a phone the frame leaves it to this page to say whose it is. */
const nameOf = (merchant: string | undefined): string => {
  const { home, sandbox } = text();
  if (merchant === undefined) return home.title;
  return isSandbox.value ? `${merchant} · ${sandbox}` : merchant;
};

const HomeVerdict = ({ summary, endpoints }: { summary: MerchantSummary; endpoints: readonly EndpointView[] }) => {
  const { home: t, nav } = text();
  const concerns = findConcerns(summary, endpoints);
  // Seen from another tab.
  useTitle(concerns.length > 0 ? `(${concerns.length}) ${nav.home}` : undefined);
  if (concerns.length === 0) return <Verdict tone="good" title={t.calm} words={t.calmText} />;
  return (
    <Verdict
      tone={concerns.some(({ kind }) => kind === 'breaker_open' || kind === 'not_fetching') ? 'bad' : 'warn'}
      title={t.concerns(concerns.length)}
      concerns={concerns.map((concern) => ({ words: tell(concern), href: placeOf(concern) }))}
    />
  );
};

const tell = (concern: Concern): string => {
  const { home } = text();
  switch (concern.kind) {
    case 'breaker_open':
    case 'not_fetching':
    case 'narrowed':
    case 'failing':
    case 'disabled':
      return home.concern[concern.kind](endpointName(concern.endpoint), formatBounded(concern.waiting));
    case 'exhausted':
      return home.concern.exhausted(formatCount(concern.count));
    case 'late_orders':
    case 'orders_without_courier':
      return home.concern[concern.kind](formatBounded(concern.count));
    case 'untried':
      return home.concern.untried(endpointName(concern.endpoint));
    case 'no_endpoint':
      return home.concern.no_endpoint;
  }
};

const placeOf = (concern: Concern): string => {
  switch (concern.kind) {
    case 'breaker_open':
    case 'not_fetching':
    case 'narrowed':
    case 'failing':
    case 'disabled':
    case 'untried':
      return hrefTo(['endpoints', concern.endpoint.id]);
    case 'exhausted':
      return hrefTo(['deliveries'], { state: 'exhausted' });
    case 'late_orders':
      return hrefTo(['orders'], { late: 'true' });
    case 'orders_without_courier':
      return hrefTo(['orders'], { status: 'ready' });
    case 'no_endpoint':
      return hrefTo(['endpoints']);
  }
};

type IncidentsProps = { incidents: MerchantSummary['incidents']; endpoints: readonly EndpointView[] };

/** The trouble of the last 24 hours, also if it is over. */
const Incidents = ({ incidents, endpoints }: IncidentsProps) => {
  const t = text().home.incidents;
  if (incidents.length === 0) return null;
  return (
    <section class="card" aria-labelledby="incidents">
      <h2 id="incidents">{t.title}</h2>
      <ul>
        {incidents.map(({ endpoint_id: id, kind, since, ended_at: endedAt, late, undelivered }) => {
          const endpoint = endpoints.find((each) => each.id === id);
          return (
            <li key={`${id} ${since}`}>
              <a href={hrefTo(['endpoints', id])}>{endpoint ? endpointName(endpoint) : t.deleted}</a> {t[kind]}{' '}
              <Clock at={since} /> – {endedAt ? <Clock at={endedAt} /> : t.now}
              {late > 0 &&
                `: ${t.late(late, formatCount(late))}, ${t.undelivered(undelivered, formatCount(undelivered))}`}
            </li>
          );
        })}
      </ul>
    </section>
  );
};

const Counts = ({ summary: { orders, deliveries } }: { summary: MerchantSummary }) => {
  const t = text();
  return (
    <div class="counts">
      <CountsCard
        id="orders-counted"
        title={t.home.orders}
        none={t.home.noOrders}
        truncated={orders.truncated}
        counts={orderStatuses.flatMap((status) =>
          toCounted(t.orders.status[status], orders.by_status[status], hrefTo(['orders'], { status })),
        )}
      />
      <CountsCard
        id="webhooks-counted"
        title={t.home.webhooks}
        none={t.home.noWebhooks}
        truncated={deliveries.truncated}
        counts={deliveryStates.flatMap((state) =>
          toCounted(t.deliveryState[state], deliveries.by_state[state], hrefTo(['deliveries'], { state, span: 'day' })),
        )}
      />
    </div>
  );
};

const toCounted = (name: string, count: number | undefined, href: string): Counted[] =>
  count === undefined ? [] : [{ name, count, href }];

const NewestOrders = () => {
  const t = text();
  const live = useLive(reads.orders({ limit: newestMax }));
  return (
    <section class="card" aria-labelledby="newest">
      <div class="title-row">
        <h2 id="newest">{t.home.newest}</h2>
        <a href={hrefTo(['orders'])}>{t.home.all}</a>
      </div>
      <Loaded live={live}>{({ data }) => <OrderTable caption={t.home.newest} rows={data} />}</Loaded>
    </section>
  );
};

type Counted = { name: string; count: number; href: string };
type CountsCardProps = { id: string; title: string; none: string; truncated: boolean; counts: readonly Counted[] };

/** Counts, each a link to the list of the counted entries. */
const CountsCard = ({ id, title, none, truncated, counts }: CountsCardProps) => (
  <section class="card" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {counts.length === 0 ? (
      <p class="quiet">{none}</p>
    ) : (
      <ul class="count-list">
        {counts.map(({ name, count, href }) => (
          <li key={href}>
            <a href={href}>
              <span class="count">{formatCount(count)}</span> {name}
            </a>
          </li>
        ))}
      </ul>
    )}
    {truncated && <p class="quiet">{text().home.truncated}</p>}
  </section>
);
