import '../styles/index.css';
import './styles/now.css';
import './styles/details.css';
import { goToKeptPlace } from '../browser/remembered.js';
import { startPage } from '../start-page.js';
import { pageOf } from './pages.js';
import { ProviderSignIn, takeSignInFailure } from './provider-sign-in.js';
import { Standing } from './standing.js';
import { dictionaries, text } from './text/index.js';

takeSignInFailure();
goToKeptPlace();
startPage({
  apiBase: '../operator/v1',
  texts: dictionaries,
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
