import type { CourierSystemView } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { hrefTo } from '../../shell/router.js';
import { useTitle } from '../../shell/title.js';
import { Facts } from '../../ui/facts.js';
import { Filters } from '../../ui/filters.js';
import { formatCount } from '../../ui/format.js';
import { Loaded } from '../../ui/states.js';
import { type Column } from '../../ui/table.js';
import { Ago, MaybeAgo } from '../../ui/time.js';
import { reads } from '../api/calls.js';
import { ownerPath, ownerPlace } from '../api/owners.js';
import { MerchantStatus } from '../merchants/merchant-status.js';
import { MerchantsOf } from '../merchants/merchants-page.js';
import { OrderList } from '../orders/order-list.js';
import { CallerSwitch } from '../owners/caller-switch.js';
import { EndpointsCard } from '../owners/endpoints-card.js';
import { NamedDeliveries } from '../owners/owner-deliveries.js';
import { OwnerReplays } from '../owners/owner-replays.js';
import { TokensCard } from '../owners/tokens-card.js';
import { text } from '../text/index.js';
import { describeServed } from './couriers-page.js';

type CourierPageProps = { id: string; part: string | undefined; query: URLSearchParams };

const everyMs = 5_000;
const parts = ['orders', 'deliveries', 'replays', 'merchants'] as const;

export const CourierPage = ({ id, part, query }: CourierPageProps) => {
  const { couriers: t, merchants } = text();
  const live = useLive(reads.courierSystem(id), everyMs);
  useTitle(live.data.value?.name);
  const place = ownerPlace(id);
  return (
    <>
      <p class="crumbs">
        <a href={hrefTo(['couriers'])}>{t.title}</a>
      </p>
      {live.data.value === undefined && <h1>{t.title}</h1>}
      <Loaded live={live}>
        {(system) => (
          <>
            <div class="title-row">
              <h1>{system.name}</h1>
              <MerchantStatus merchant={system} />
              <CallerSwitch kind="courier" path={ownerPath(id)} status={system.status} refresh={live.refresh} />
            </div>
            <Filters
              label={t.sections}
              choices={[
                { label: merchants.overview, href: hrefTo(place), isChosen: part === undefined },
                ...parts.map((each) => ({
                  label: partNames()[each],
                  href: hrefTo([...place, each]),
                  isChosen: part === each,
                })),
              ]}
            />
            <Part system={system} part={part} query={query} refresh={live.refresh} />
          </>
        )}
      </Loaded>
    </>
  );
};

const partNames = (): Record<(typeof parts)[number], string> => {
  const { couriers, merchants } = text();
  return {
    orders: couriers.held,
    deliveries: merchants.deliveries,
    replays: merchants.replays,
    merchants: couriers.serves,
  };
};

type PartProps = Omit<CourierPageProps, 'id'> & OverviewProps;

const Part = ({ system, part, query, refresh }: PartProps) => {
  if (part === 'orders') return <OrderList filter={{ courier_system_id: system.id }} />;
  if (part === 'deliveries') return <NamedDeliveries ownerId={system.id} query={query} />;
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
      <TokensCard path={ownerPath(system.id)} tokens={system.tokens} columns={tokenColumns()} refresh={refresh} />
      <section class="card">
        <Facts
          facts={[
            [t.serves, <a href={hrefTo([...ownerPlace(system.id), 'merchants'])}>{describeServed(system)}</a>],
            [t.limit, system.per_minute === null ? merchants.standard : formatCount(system.per_minute)],
            [merchants.created, <Ago at={system.created_at} />],
            [merchants.id, <code>{system.id}</code>],
          ]}
        />
      </section>
    </>
  );
};
