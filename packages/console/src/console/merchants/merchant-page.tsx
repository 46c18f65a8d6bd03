import type { MerchantView } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { ContactsCard } from '../../contacts/contacts-card.js';
import { hrefTo } from '../../shell/router.js';
import { useTitle } from '../../shell/title.js';
import { endpointName } from '../../ui/endpoint-name.js';
import { Facts } from '../../ui/facts.js';
import { Filters } from '../../ui/filters.js';
import { formatCount } from '../../ui/format.js';
import { Loaded } from '../../ui/states.js';
import { Ago, Dash } from '../../ui/time.js';
import { useMerchantZone } from '../../ui/zone.js';
import { reads } from '../api/calls.js';
import { ownerPath } from '../api/owners.js';
import { OrderList } from '../orders/order-list.js';
import { CallerSwitch } from '../owners/caller-switch.js';
import { EndpointsCard } from '../owners/endpoints-card.js';
import { OwnerDeliveries } from '../owners/owner-deliveries.js';
import { OwnerReplays } from '../owners/owner-replays.js';
import { TokensCard } from '../owners/tokens-card.js';
import { text } from '../text/index.js';
import { MerchantUsageCard } from '../usage/usage-table.js';
import { FindOrder } from './find-order.js';
import { MerchantStatus } from './merchant-status.js';
import { PlatformLink } from './platform-link.js';
import { PortalAccess } from './portal-access.js';
import { TimeZone } from './time-zone.js';

type MerchantPageProps = { id: string; part: string | undefined; query: URLSearchParams };

const everyMs = 5_000;

export const MerchantPage = ({ id, part, query }: MerchantPageProps) => {
  const { merchants: t, usage } = text();
  const live = useLive(reads.merchant(id), everyMs);
  useTitle(live.data.value?.name);
  useMerchantZone({ timeZone: live.data.value?.time_zone, isDefault: false });
  return (
    <>
      <p class="crumbs">
        <a href={hrefTo(['merchants'])}>{t.title}</a>
      </p>
      {live.data.value === undefined && <h1>{t.title}</h1>}
      <Loaded live={live}>
        {(merchant) => (
          <>
            <div class="title-row">
              <h1>{merchant.name}</h1>
              <MerchantStatus merchant={merchant} />
              <CallerSwitch kind="merchant" path={ownerPath(id)} status={merchant.status} refresh={live.refresh} />
            </div>
            <Filters
              label={t.sections}
              choices={[
                { label: t.overview, href: hrefTo(['merchants', id]), isChosen: part === undefined },
                { label: t.orders, href: hrefTo(['merchants', id, 'orders']), isChosen: part === 'orders' },
                {
                  label: t.deliveries,
                  href: hrefTo(['merchants', id, 'deliveries']),
                  isChosen: part === 'deliveries',
                },
                { label: t.replays, href: hrefTo(['merchants', id, 'replays']), isChosen: part === 'replays' },
                { label: usage.title, href: hrefTo(['merchants', id, 'usage']), isChosen: part === 'usage' },
              ]}
            />
            <Part merchant={merchant} part={part} query={query} refresh={live.refresh} />
          </>
        )}
      </Loaded>
    </>
  );
};

type OverviewProps = { merchant: MerchantView; refresh: () => void };

const Part = ({ merchant, part, query, refresh }: Omit<MerchantPageProps, 'id'> & OverviewProps) => {
  const { merchant_id: id } = merchant;
  if (part === 'orders') {
    return (
      <>
        <FindOrder merchantId={id} />
        <OrderList filter={{ merchant_id: id }} />
      </>
    );
  }
  if (part === 'deliveries') {
    const endpoints = merchant.webhook_endpoints.map((endpoint) => [endpoint.id, endpointName(endpoint)] as const);
    return <OwnerDeliveries ownerId={id} endpoints={endpoints} query={query} />;
  }
  if (part === 'replays') return <OwnerReplays ownerId={id} />;
  if (part === 'usage') return <MerchantUsageCard id={id} />;
  return <Overview merchant={merchant} refresh={refresh} />;
};

const Overview = ({ merchant, refresh }: OverviewProps) => {
  const t = text();
  const limit = (perMinute: number | null): string =>
    perMinute === null ? t.merchants.standard : formatCount(perMinute);
  return (
    <>
      <EndpointsCard of={{ merchant_id: merchant.merchant_id }} none={t.merchants.noEndpoints} />
      <ContactsCard
        path={`/merchants/${encodeURIComponent(merchant.merchant_id)}/contacts`}
        isSandbox={merchant.mode === 'sandbox'}
      />
      <PortalAccess merchantId={merchant.merchant_id} isActive={merchant.status === 'active'} />
      <TokensCard path={ownerPath(merchant.merchant_id)} tokens={merchant.tokens} columns={[]} refresh={refresh} />
      <section class="card">
        <Facts
          facts={[
            [t.merchants.platform, <PlatformLink merchant={merchant} />],
            [t.merchants.reference, merchant.reference ?? <Dash />],
            [
              t.merchants.limits,
              t.merchants.limitsValue(limit(merchant.create_per_minute), limit(merchant.other_per_minute)),
            ],
            [t.merchants.trackingPage, t.merchants.trackingPageValue[merchant.tracking_page ? 'on' : 'off']],
            [t.merchants.timeZone.label, <TimeZone merchant={merchant} onDone={refresh} />],
            [t.merchants.created, <Ago at={merchant.created_at} />],
            [t.merchants.id, <code>{merchant.merchant_id}</code>],
          ]}
        />
      </section>
    </>
  );
};
