import type { MerchantView } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { ContactsCard } from '../../contacts/contacts-card.js';
import { Facts } from '../../ui/cards.js';
import { formatCount } from '../../ui/format.js';
import { Ago, Dash } from '../../ui/time.js';
import { useMerchantZone } from '../../ui/zone.js';
import { reads } from '../api/calls.js';
import { ownerPath } from '../api/owners.js';
import { OrderList } from '../orders/order-list.js';
import { EndpointsCard } from '../owners/endpoints-card.js';
import { OwnerDeliveries } from '../owners/owner-deliveries.js';
import { OwnerPage, partsOf } from '../owners/owner-page.js';
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
  useMerchantZone({ timeZone: live.data.value?.time_zone, isDefault: false });
  const names = { orders: t.orders, deliveries: t.deliveries, replays: t.replays, usage: usage.title };
  return (
    <OwnerPage
      kind="merchant"
      path={ownerPath(id)}
      live={live}
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
            [t.zone.label, <TimeZone merchant={merchant} onDone={refresh} />],
            [t.merchants.created, <Ago at={merchant.created_at} />],
            [t.endpoints.id, <code>{merchant.merchant_id}</code>],
          ]}
        />
      </section>
    </>
  );
};
