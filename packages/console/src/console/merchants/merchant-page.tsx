import type { MerchantView } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { ContactsCard } from '../../contacts/contacts-card.js';
import { OrderTimesPage } from '../../lanes/order-times-page.js';
import { PeopleCard } from '../../people/people-card.js';
import { hrefTo } from '../../shell/router.js';
import { Facts } from '../../ui/cards.js';
import { NameFilter } from '../../ui/filters.js';
import { formatCount } from '../../ui/format.js';
import { Ago, Dash } from '../../ui/time.js';
import { useMerchantZone } from '../../ui/zone.js';
import { ownerPath, reads, webhookOwner } from '../calls.js';
import { EndpointsCard } from '../endpoints/endpoints-page.js';
import { OrderList } from '../orders/order-list.js';
import { merchantFields } from '../owners/owner-fields.js';
import { OwnerDeliveries, OwnerPage, OwnerReplays, partsOf } from '../owners/owner-page.js';
import { TokensCard } from '../owners/tokens-card.js';
import { text } from '../text/index.js';
import { MerchantUsageCard } from '../usage.js';
import { MerchantStatus, PlatformLink } from './merchants-page.js';
import { PortalAccess } from './portal-access.js';

type MerchantPageProps = { id: string; part: string | undefined; query: URLSearchParams };

const everyMs = 5_000;

export const MerchantPage = ({ id, part, query }: MerchantPageProps) => {
  const { merchants: t, orderTimes, usage } = text();
  const live = useLive(reads.merchant(id), everyMs);
  useMerchantZone({ timeZone: live.data.value?.time_zone, isDefault: false });
  const names = {
    orders: t.orders,
    deliveries: t.deliveries,
    replays: t.replays,
    times: orderTimes.title,
    usage: usage.title,
  };
  return (
    <OwnerPage
      kind="merchant"
      path={merchantPath(id)}
      live={live}
      fields={merchantFields}
      list={{ place: 'merchants', title: t.title }}
      badges={(merchant) => <MerchantStatus merchant={merchant} />}
      sections={t.sections}
      parts={partsOf(['merchants', id], part, names)}
    >
      {(merchant) => <Part merchant={merchant} part={part} query={query} refresh={live.refresh} />}
    </OwnerPage>
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
  if (part === 'deliveries') return <OwnerDeliveries ownerId={id} query={query} />;
  if (part === 'replays') return <OwnerReplays ownerId={id} />;
  if (part === 'times')
    return (
      <OrderTimesPage
        owner={webhookOwner(id)}
        path={`${merchantPath(id)}/order-times`}
        place={['merchants', id, 'times']}
        query={query}
      />
    );
  if (part === 'usage') return <MerchantUsageCard id={id} />;
  return <Overview merchant={merchant} refresh={refresh} />;
};

const merchantPath = (id: string): string => `/merchants/${encodeURIComponent(id)}`;

const Overview = ({ merchant, refresh }: OverviewProps) => {
  const t = text();
  const limit = (perMinute: number | null): string =>
    perMinute === null ? t.merchants.standard : formatCount(perMinute);
  return (
    <>
      <EndpointsCard of={{ merchant_id: merchant.merchant_id }} none={t.merchants.noEndpoints} />
      <ContactsCard path={`${ownerPath(merchant.merchant_id)}/contacts`} isSandbox={merchant.mode === 'sandbox'} />
      <PeopleCard path={`${ownerPath(merchant.merchant_id)}/people`} {...t.portalPeople} />
      <PortalAccess merchantId={merchant.merchant_id} isActive={merchant.status === 'active'} />
      <TokensCard path={merchantPath(merchant.merchant_id)} tokens={merchant.tokens} columns={[]} refresh={refresh} />
      <section class="card">
        <Facts
          facts={[
            [t.merchants.platform, <PlatformLink merchant={merchant} />],
            ...(merchant.reference === null ? [] : [[t.merchants.reference, merchant.reference] as const]),
            [
              t.merchants.limits,
              t.merchants.limitsValue(limit(merchant.create_per_minute), limit(merchant.other_per_minute)),
            ],
            [t.merchants.trackingPage, t.merchants.trackingPageValue[merchant.tracking_page ? 'on' : 'off']],
            [t.ownerForm.timeZone, merchant.time_zone ?? <Dash />],
            [t.merchants.created, <Ago at={merchant.created_at} />],
            [t.endpoints.id, <code>{merchant.merchant_id}</code>],
          ]}
        />
      </section>
    </>
  );
};

/** Among the orders of one merchant, where the last four digits of a phone number are enough. */
const FindOrder = ({ merchantId, q }: { merchantId: string; q?: string }) => (
  <NameFilter
    key={q}
    q={q}
    words={text().search.ofMerchant}
    narrow={(typed) => (location.hash = hrefTo(['search'], { q: typed, merchant: merchantId }))}
  />
);

/** Over what such a search has found, and to search again. */
export const WithinMerchant = ({ id, q }: { id: string; q: string }) => {
  const merchant = useLive(reads.merchant(id)).data.value;
  return (
    <>
      <p class="lead">
        {text().search.within} <a href={hrefTo(['merchants', id, 'orders'])}>{merchant?.name ?? id}</a>
      </p>
      <FindOrder merchantId={id} q={q} />
    </>
  );
};
