import '../styles/index.css';
import './styles/now.css';
import './styles/details.css';
import type { JSX } from 'preact';
import { platformOwnerId } from '@delivery/contracts/owner-ids';
import { goToKeptPlace } from '../browser/remembered.js';
import { startPage } from '../shell/app.js';
import { noPage, type PlacedPage } from '../shell/app-definition.js';
import type { Route } from '../shell/rules/navigation.js';
import { SearchPage } from '../shell/search.js';
import { DeliveryPage } from '../webhooks/delivery.js';
import { ActivityPage } from './activity.js';
import { reads, webhookOwner } from './calls.js';
import { CourierPage, CouriersPage } from './couriers.js';
import { DeadLettersPage } from './dead-letters/dead-letters-page.js';
import { EndpointPage } from './endpoints/endpoint-page.js';
import { EndpointsPage } from './endpoints/endpoints-page.js';
import { MerchantPage, WithinMerchant } from './merchants/merchant-page.js';
import { MerchantsPage } from './merchants/merchants-page.js';
import { NowPage } from './now/now-page.js';
import { ordersOfAll, OrdersPage } from './orders/order-list.js';
import { OrderPage } from './orders/order-page.js';
import { PlatformPage, PlatformsPage } from './platforms/platform-pages.js';
import { ProviderSignIn, takeSignInFailure } from './provider-sign-in.js';
import { SessionsPage, Standing } from './sessions.js';
import { text, texts } from './text/index.js';
import { UsagePage } from './usage.js';

const pageOf = ({ segments, query }: Route): PlacedPage => {
  const [place = 'now', id, ...parts] = segments;
  return (id === undefined ? listPage(place, query) : onePage(place, id, parts, query)) ?? noPage();
};

const listPage = (place: string, query: URLSearchParams): PlacedPage | undefined => {
  const t = text();
  const pages: Readonly<Record<string, [title: string, element: JSX.Element]>> = {
    now: [t.now.title, <NowPage query={query} />],
    orders: [t.ordersPage.title, <OrdersPage query={query} />],
    endpoints: [t.endpoints.title, <EndpointsPage query={query} />],
    merchants: [t.merchants.title, <MerchantsPage query={query} />],
    platforms: [t.platforms.title, <PlatformsPage />],
    couriers: [t.couriers.title, <CouriersPage />],
    usage: [t.usage.title, <UsagePage query={query} />],
    'dead-letters': [t.deadLetters.title, <DeadLettersPage />],
    activity: [t.activity.title, <ActivityPage query={query} />],
    sessions: [t.sessions.title, <SessionsPage />],
    search: [t.search.title, searchPage(query)],
  };
  const [title, element] = pages[place] ?? [];
  return title === undefined || element === undefined ? undefined : { key: place, title, element };
};

const onePage = (place: string, id: string, parts: string[], query: URLSearchParams): PlacedPage | undefined => {
  const t = text();
  const key = [place, id, ...parts].join(' ');
  const [part, partId, leafId] = parts;
  switch (place) {
    case 'orders':
      return { key, title: t.orders.title, element: <OrderPage id={id} /> };
    case 'endpoints':
      return { key, title: t.endpoints.detail, element: <EndpointPage id={id} query={query} /> };
    case 'merchants': {
      const element = <MerchantPage id={id} part={part} query={query} />;
      return ownerPage(id, part, partId, { key, title: t.merchants.title, element });
    }
    case 'couriers': {
      const element = <CourierPage id={id} part={part} query={query} />;
      return ownerPage(id, part, partId, { key, title: t.couriers.title, element });
    }
    case 'platforms': {
      const mode = part === 'live' || part === 'sandbox' ? part : undefined;
      const element = <PlatformPage id={id} part={mode ? partId : part} mode={mode} query={query} />;
      const own = { key, title: t.platforms.title, element };
      return mode ? ownerPage(platformOwnerId(id, mode), partId, leafId, own) : own;
    }
    default:
      return undefined;
  }
};

const searchPage = (query: URLSearchParams) => {
  const merchantId = query.get('merchant') ?? undefined;
  return (
    <SearchPage
      key={merchantId}
      query={query}
      find={(q: string) => reads.search(q, merchantId)}
      orderColumns={ordersOfAll}
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
        element: <DeliveryPage owner={webhookOwner(ownerId)} id={partId} list={text().merchants.deliveries} />,
      }
    : own;

takeSignInFailure();
goToKeptPlace();
startPage({
  apiBase: '../operator/v1',
  texts,
  places: [
    { segment: 'now', key: 'n', icon: 'now', name: () => text().now.title },
    { segment: 'orders', key: 'o', icon: 'orders', name: () => text().ordersPage.title },
    { segment: 'endpoints', key: 'e', icon: 'endpoints', name: () => text().endpoints.title },
    { segment: 'merchants', key: 'm', icon: 'merchants', name: () => text().merchants.title },
    { segment: 'platforms', key: 'p', icon: 'platforms', name: () => text().platforms.title },
    { segment: 'couriers', key: 'c', icon: 'couriers', name: () => text().nav.couriers },
    { segment: 'usage', key: 'u', icon: 'usage', name: () => text().usage.title },
    { segment: 'dead-letters', key: 'd', icon: 'deadLetters', name: () => text().nav.deadLetters },
    { segment: 'activity', key: 'a', icon: 'activity', name: () => text().activity.title },
    { segment: 'sessions', key: 's', icon: 'sessions', name: () => text().sessions.title },
  ],
  pageOf,
  credentials: () => {
    const { token, hint } = text().signIn;
    return [{ name: 'token', label: token, hint, type: 'password', autoComplete: 'current-password' }];
  },
  standing: () => <Standing />,
  otherSignIn: () => <ProviderSignIn />,
});
