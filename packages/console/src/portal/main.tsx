import '../styles/index.css';
import './styles/portal.css';
import type { JSX } from 'preact';
import { mayChange } from '../api/session.js';
import { orderColumns } from '../lanes/order-table.js';
import { startPage } from '../shell/app.js';
import { noPage, type PlacedPage } from '../shell/app-definition.js';
import type { Route } from '../shell/rules/navigation.js';
import { SearchPage } from '../shell/search.js';
import { Badge } from '../ui/icons.js';
import { DeliveryPage } from '../webhooks/delivery.js';
import { own, platform, reads } from './calls.js';
import { EndpointPage } from './endpoints/endpoint-page.js';
import { EndpointsPage } from './endpoints/endpoints-page.js';
import { HomePage } from './home/home-page.js';
import { SwitchLink } from './merchants.js';
import { OrderPage } from './orders/order-page.js';
import { OrdersPage } from './orders/orders-page.js';
import { TimesPage } from './orders/times-page.js';
import { AskOwner, isSandbox, owner, ZoneForAll } from './owner.js';
import { PeoplePage } from './people.js';
import { PlatformPage } from './platform.js';
import { SendLink } from './send-link.js';
import { text, texts } from './text/index.js';
import { DeliveriesPage, ReplaysPage } from './webhooks.js';

const pageOf = ({ segments, query }: Route): PlacedPage => {
  const [place = 'home', id, leafId] = segments;
  if (place === 'merchants' && id !== undefined) return platformPage(id, leafId, query);
  return (id === undefined ? listPage(place, query) : onePage(place, id, query)) ?? noPage();
};

const listPage = (place: string, query: URLSearchParams): PlacedPage | undefined => {
  const t = text();
  const pages: Readonly<Record<string, [title: string, element: JSX.Element]>> = {
    home: [t.home.title, <HomePage />],
    orders: [t.orders.listTitle, <OrdersPage query={query} />],
    endpoints: [t.endpoints.title, <EndpointsPage />],
    deliveries: [t.deliveries.title, <DeliveriesPage query={query} />],
    merchants: [t.switching.title, <PlatformPage query={query} />],
    replays: [t.replays.titleOfList, <ReplaysPage />],
    times: [t.orderTimes.title, <TimesPage query={query} />],
    people: [t.people.title, <PeoplePage />],
    search: [t.search.title, <SearchPage query={query} find={reads.search} orderColumns={orderColumns} />],
  };
  const [title, element] = pages[place] ?? [];
  return title === undefined || element === undefined ? undefined : { key: place, title, element };
};

const platformPage = (part: string, id: string | undefined, query: URLSearchParams): PlacedPage => {
  const t = text();
  const key = ['merchants', part, id].join(' ');
  if (part === 'deliveries' && id !== undefined) {
    const element = <DeliveryPage owner={platform} id={id} list={t.deliveries.title} />;
    return { key, title: t.deliveries.detail, element };
  }
  return { key, title: t.switching.title, element: <PlatformPage part={part} query={query} /> };
};

const onePage = (place: string, id: string, query: URLSearchParams): PlacedPage | undefined => {
  const t = text();
  const key = `${place} ${id}`;
  switch (place) {
    case 'orders':
      return { key, title: t.orders.title, element: <OrderPage id={id} /> };
    case 'endpoints':
      return { key, title: t.endpoints.detail, element: <EndpointPage id={id} query={query} /> };
    case 'deliveries':
      return {
        key,
        title: t.deliveries.detail,
        element: <DeliveryPage owner={own} id={id} list={t.deliveries.title} />,
      };
    default:
      return undefined;
  }
};

/** Shown in a session that was begun with a link for reading. */
const ReadOnly = () => {
  const t = text();
  if (mayChange.value) return null;
  return (
    <Badge tone="idle" title={t.readOnlyHint}>
      {t.readOnly}
    </Badge>
  );
};

const SandboxBadge = () => {
  const t = text();
  if (!isSandbox.value) return null;
  return (
    <Badge tone="info" title={t.sandboxHint}>
      {t.sandbox}
    </Badge>
  );
};

startPage({
  apiBase: '../v1',
  texts,
  places: [
    { segment: 'home', key: 'h', icon: 'now', name: () => text().nav.home },
    { segment: 'orders', key: 'o', icon: 'orders', name: () => text().nav.orders },
    { segment: 'endpoints', key: 'e', icon: 'endpoints', name: () => text().nav.endpoints },
    { segment: 'deliveries', key: 'w', icon: 'deadLetters', name: () => text().nav.deliveries },
    { segment: 'replays', key: 'r', icon: 'replays', name: () => text().nav.replays },
    { segment: 'times', key: 't', icon: 'usage', name: () => text().nav.times },
    { segment: 'people', key: 'p', icon: 'sessions', name: () => text().nav.people },
  ],
  pageOf,
  credentials: () => {
    const { key, keyHint, token, tokenHint } = text().signIn;
    return [
      { name: 'key', label: key, hint: keyHint, type: 'text', autoComplete: 'username' },
      { name: 'token', label: token, hint: tokenHint, type: 'password', autoComplete: 'current-password' },
    ];
  },
  otherSignIn: () => <SendLink />,
  linkFailed: () => text().signIn.linkFailed,
  owner,
  guide: () => text().guide,
  zoneForAll: () => <ZoneForAll />,
  standing: () => (
    <>
      <AskOwner />
      <SwitchLink />
      <SandboxBadge />
      <ReadOnly />
    </>
  ),
});
