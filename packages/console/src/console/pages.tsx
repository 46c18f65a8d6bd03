import type { PlacedPage } from '../shell/app-definition.js';
import type { Route } from '../shell/rules/parse-hash.js';
import { SearchPage } from '../shell/search-page.js';
import { Empty } from '../ui/states.js';
import { ActivityPage } from './activity/activity-page.js';
import { reads } from './api/calls.js';
import { platformOwner } from './api/owners.js';
import { CourierPage } from './couriers/courier-page.js';
import { CouriersPage } from './couriers/couriers-page.js';
import { DeadLettersPage } from './dead-letters/dead-letters-page.js';
import { EndpointPage } from './endpoints/endpoint-page.js';
import { EndpointsPage } from './endpoints/endpoints-page.js';
import { WithinMerchant } from './merchants/find-order.js';
import { MerchantPage } from './merchants/merchant-page.js';
import { MerchantsPage } from './merchants/merchants-page.js';
import { NowPage } from './now/now-page.js';
import { orderColumns, OrdersPage } from './orders/order-list.js';
import { OrderPage } from './orders/order-page.js';
import { DeliveryPage } from './owners/delivery-page.js';
import { PlatformPage } from './platforms/platform-page.js';
import { PlatformsPage } from './platforms/platforms-page.js';
import { SessionsPage } from './sessions/sessions-page.js';
import { text } from './text/index.js';
import { UsagePage } from './usage/usage-page.js';

export const pageOf = ({ segments, query }: Route): PlacedPage => {
  const t = text();
  const [place = 'now', id, part, partId, leafId] = segments;
  if (place === 'now') return { key: 'now', title: t.now.title, element: <NowPage query={query} /> };
  if (place === 'endpoints' && id === undefined) {
    return { key: 'endpoints', title: t.endpoints.title, element: <EndpointsPage query={query} /> };
  }
  if (place === 'endpoints' && id !== undefined) {
    return { key: `endpoint ${id}`, title: t.endpoints.detail, element: <EndpointPage id={id} query={query} /> };
  }
  if (place === 'merchants' && id === undefined) {
    return { key: 'merchants', title: t.merchants.title, element: <MerchantsPage query={query} /> };
  }
  if (place === 'merchants' && id !== undefined) {
    return ownerPage(id, part, partId, {
      key: `merchant ${id} ${part ?? ''}`,
      title: t.merchants.title,
      element: <MerchantPage id={id} part={part} query={query} />,
    });
  }
  if (place === 'platforms' && id === undefined) {
    return { key: 'platforms', title: t.platforms.title, element: <PlatformsPage /> };
  }
  if (place === 'platforms' && id !== undefined) {
    const mode = part === 'live' || part === 'sandbox' ? part : undefined;
    const own = {
      key: `platform ${id} ${part ?? ''} ${partId ?? ''}`,
      title: t.platforms.title,
      element: <PlatformPage id={id} part={mode ? partId : part} mode={mode} query={query} />,
    };
    return mode ? ownerPage(platformOwner(id, mode), partId, leafId, own) : own;
  }
  if (place === 'couriers' && id === undefined) {
    return { key: 'couriers', title: t.couriers.title, element: <CouriersPage /> };
  }
  if (place === 'couriers' && id !== undefined) {
    return ownerPage(id, part, partId, {
      key: `courier ${id} ${part ?? ''}`,
      title: t.couriers.title,
      element: <CourierPage id={id} part={part} query={query} />,
    });
  }
  if (place === 'search') return { key: 'search', title: t.search.title, element: searchPage(query) };
  if (place === 'orders' && id === undefined) {
    return { key: 'orders', title: t.ordersPage.title, element: <OrdersPage query={query} /> };
  }
  if (place === 'orders' && id !== undefined) {
    return { key: `order ${id}`, title: t.orders.title, element: <OrderPage id={id} /> };
  }
  if (place === 'usage') return { key: 'usage', title: t.usage.title, element: <UsagePage query={query} /> };
  if (place === 'dead-letters') {
    return { key: 'dead-letters', title: t.deadLetters.title, element: <DeadLettersPage /> };
  }
  if (place === 'activity') {
    return { key: 'activity', title: t.activity.title, element: <ActivityPage query={query} /> };
  }
  if (place === 'sessions') return { key: 'sessions', title: t.sessions.title, element: <SessionsPage /> };
  return {
    key: 'none',
    title: t.notFound.title,
    element: (
      <>
        <h1>{t.notFound.title}</h1>
        <Empty title={t.notFound.text} />
      </>
    ),
  };
};

const searchPage = (query: URLSearchParams) => {
  const merchantId = query.get('merchant') ?? undefined;
  return (
    <SearchPage
      key={merchantId}
      query={query}
      find={(q: string) => reads.search(q, merchantId)}
      orderColumns={orderColumns}
      within={merchantId !== undefined && <WithinMerchant id={merchantId} q={query.get('q') ?? ''} />}
    />
  );
};

/** One of its webhooks, or itself. */
const ownerPage = (
  ownerId: string,
  part: string | undefined,
  partId: string | undefined,
  own: PlacedPage,
): PlacedPage =>
  part === 'deliveries' && partId !== undefined
    ? {
        key: `delivery ${partId}`,
        title: text().deliveries.detail,
        element: <DeliveryPage ownerId={ownerId} deliveryId={partId} />,
      }
    : own;
