import type { CourierSystemView } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { hrefTo } from '../shell/router.js';
import { Facts } from '../ui/cards.js';
import { formatCount } from '../ui/format.js';
import type { Column } from '../ui/table.js';
import { Ago, MaybeAgo } from '../ui/time.js';
import { courierSystemPath, ownerPlace, reads } from './calls.js';
import { EndpointsCard } from './endpoints/endpoints-page.js';
import { MerchantsOf, MerchantStatus } from './merchants/merchants-page.js';
import { OrderList } from './orders/order-list.js';
import { CallersPage } from './owners/callers-page.js';
import { courierFields } from './owners/owner-fields.js';
import { OwnerDeliveries, OwnerPage, OwnerReplays, partsOf } from './owners/owner-page.js';
import { TokensCard } from './owners/tokens-card.js';
import { text } from './text/index.js';

export const CouriersPage = () => (
  <CallersPage
    kind="courier"
    words={text().couriers}
    name="couriers"
    list={reads.courierSystems()}
    badges={(system) => <MerchantStatus merchant={system} />}
    column={{ key: 'serves', header: text().couriers.serves, onPhone: 'second', cell: describeServed }}
  />
);

const describeServed = ({ merchants, paused }: Pick<CourierSystemView, 'merchants' | 'paused'>): string => {
  const { couriers: t } = text();
  const served = merchants === 'all' ? t.servesAll : t.servesSome(formatCount(merchants.length));
  return paused ? `${served}, ${t.paused}` : served;
};

type CourierPageProps = { id: string; part: string | undefined; query: URLSearchParams };

const everyMs = 5_000;

export const CourierPage = ({ id, part, query }: CourierPageProps) => {
  const { couriers: t, merchants } = text();
  const live = useLive(reads.courierSystem(id), everyMs);
  const { deliveries, replays } = merchants;
  return (
    <OwnerPage
      kind="courier"
      path={courierSystemPath(id)}
      live={live}
      fields={courierFields}
      list={{ place: 'couriers', title: t.title }}
      badges={(system) => <MerchantStatus merchant={system} />}
      sections={t.sections}
      parts={partsOf(ownerPlace(id), part, { orders: t.held, deliveries, replays, merchants: t.serves })}
    >
      {(system) => <Part system={system} part={part} query={query} refresh={live.refresh} />}
    </OwnerPage>
  );
};

type PartProps = Omit<CourierPageProps, 'id'> & OverviewProps;

const Part = ({ system, part, query, refresh }: PartProps) => {
  if (part === 'orders') return <OrderList filter={{ courier_system_id: system.id }} />;
  if (part === 'deliveries') return <OwnerDeliveries ownerId={system.id} query={query} />;
  if (part === 'replays') return <OwnerReplays ownerId={system.id} />;
  if (part === 'merchants') {
    return <MerchantsOf filter={{ courier_system_id: system.id }} none={text().couriers.servesNone} />;
  }
  return <Overview system={system} refresh={refresh} />;
};

type Token = CourierSystemView['tokens'][number];

const tokenColumns = (): Column<Token>[] => {
  const { lastUsed } = text().couriers;
  return [{ key: 'used', header: lastUsed, cell: ({ last_used_at: at }) => <MaybeAgo at={at} /> }];
};

type OverviewProps = { system: CourierSystemView; refresh: () => void };

const Overview = ({ system, refresh }: OverviewProps) => {
  const { couriers: t, merchants } = text();
  return (
    <>
      <EndpointsCard of={{ merchant_id: system.id }} none={t.noEndpoints} />
      <TokensCard
        path={courierSystemPath(system.id)}
        tokens={system.tokens}
        columns={tokenColumns()}
        refresh={refresh}
      />
      <section class="card">
        <Facts
          facts={[
            [t.serves, <a href={hrefTo([...ownerPlace(system.id), 'merchants'])}>{describeServed(system)}</a>],
            [t.limit, system.per_minute === null ? merchants.standard : formatCount(system.per_minute)],
            [merchants.created, <Ago at={system.created_at} />],
            [text().endpoints.id, <code>{system.id}</code>],
          ]}
        />
      </section>
    </>
  );
};
