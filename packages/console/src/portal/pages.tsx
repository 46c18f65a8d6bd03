import type { JSX } from 'preact';
import type { PlacedPage } from '../shell/app-definition.js';
import { noPage } from '../shell/no-page.js';
import type { Route } from '../shell/rules/navigation.js';
import { SearchPage } from '../shell/search.js';
import { reads } from './api/calls.js';
import { DeliveriesPage } from './deliveries/deliveries-page.js';
import { DeliveryPage } from './deliveries/delivery-page.js';
import { EndpointPage } from './endpoints/endpoint-page.js';
import { EndpointsPage } from './endpoints/endpoints-page.js';
import { HomePage } from './home/home-page.js';
import { MerchantsPage } from './merchants/merchants-page.js';
import { OrderPage } from './orders/order-page.js';
import { orderColumns } from './orders/order-table.js';
import { OrdersPage } from './orders/orders-page.js';
import { ReplaysPage } from './replays/replays-page.js';
import { text } from './text/index.js';

export const pageOf = ({ segments, query }: Route): PlacedPage => {
  const [place = 'home', id] = segments;
  return (id === undefined ? listPage(place, query) : onePage(place, id)) ?? noPage();
};

const listPage = (place: string, query: URLSearchParams): PlacedPage | undefined => {
  const t = text();
  const pages: Readonly<Record<string, [title: string, element: JSX.Element]>> = {
    home: [t.home.title, <HomePage />],
    orders: [t.orders.listTitle, <OrdersPage query={query} />],
    endpoints: [t.endpoints.title, <EndpointsPage />],
    deliveries: [t.deliveries.title, <DeliveriesPage query={query} />],
    merchants: [t.switching.title, <MerchantsPage query={query} />],
    replays: [t.replays.titleOfList, <ReplaysPage />],
    search: [t.search.title, <SearchPage query={query} find={reads.search} orderColumns={orderColumns} />],
  };
  const [title, element] = pages[place] ?? [];
  return title === undefined || element === undefined ? undefined : { key: place, title, element };
};

const onePage = (place: string, id: string): PlacedPage | undefined => {
  const t = text();
  const key = `${place} ${id}`;
  switch (place) {
    case 'orders':
      return { key, title: t.orders.title, element: <OrderPage id={id} /> };
    case 'endpoints':
      return { key, title: t.endpoints.detail, element: <EndpointPage id={id} /> };
    case 'deliveries':
      return { key, title: t.deliveries.detail, element: <DeliveryPage id={id} /> };
    default:
      return undefined;
  }
};
