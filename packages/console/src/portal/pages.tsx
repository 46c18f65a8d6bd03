import type { PlacedPage } from '../shell/app-definition.js';
import type { Route } from '../shell/rules/parse-hash.js';
import { SearchPage } from '../shell/search-page.js';
import { Empty } from '../ui/states.js';
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
  return (id === undefined ? listPage(place, query) : onePage(place, id)) ?? nowhere();
};

const listPage = (place: string, query: URLSearchParams): PlacedPage | undefined => {
  const t = text();
  switch (place) {
    case 'home':
      return { key: place, title: t.home.title, element: <HomePage /> };
    case 'orders':
      return { key: place, title: t.orders.listTitle, element: <OrdersPage query={query} /> };
    case 'endpoints':
      return { key: place, title: t.endpoints.title, element: <EndpointsPage /> };
    case 'deliveries':
      return { key: place, title: t.deliveries.title, element: <DeliveriesPage query={query} /> };
    case 'merchants':
      return { key: place, title: t.switching.title, element: <MerchantsPage query={query} /> };
    case 'replays':
      return { key: place, title: t.replays.titleOfList, element: <ReplaysPage /> };
    case 'search':
      return {
        key: place,
        title: t.search.title,
        element: <SearchPage query={query} find={reads.search} orderColumns={orderColumns} />,
      };
    default:
      return undefined;
  }
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

const nowhere = (): PlacedPage => {
  const t = text().notFound;
  return {
    key: 'none',
    title: t.title,
    element: (
      <>
        <h1>{t.title}</h1>
        <Empty title={t.text} />
      </>
    ),
  };
};
