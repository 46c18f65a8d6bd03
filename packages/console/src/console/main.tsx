import '../styles/index.css';
import './styles/now.css';
import 'uplot/dist/uPlot.min.css';
import './styles/charts.css';
import './styles/details.css';
import { startPage } from '../start-page.js';
import { pageOf } from './pages.js';
import { ReadOnly } from './read-only.js';
import { dictionaries, text } from './text/index.js';

startPage({
  apiBase: '../operator/v1',
  texts: dictionaries,
  places: [
    { segment: 'now', icon: 'now', name: () => text().nav.now },
    { segment: 'orders', icon: 'orders', name: () => text().nav.orders },
    { segment: 'endpoints', icon: 'endpoints', name: () => text().nav.endpoints },
    { segment: 'merchants', icon: 'merchants', name: () => text().nav.merchants },
    { segment: 'dead-letters', icon: 'deadLetters', name: () => text().nav.deadLetters },
    { segment: 'activity', icon: 'activity', name: () => text().nav.activity },
    { segment: 'sessions', icon: 'sessions', name: () => text().nav.sessions },
  ],
  pageOf,
  credentials: () => {
    const { token, hint } = text().signIn;
    return [{ name: 'token', label: token, hint, type: 'password', autoComplete: 'current-password' }];
  },
  standing: () => <ReadOnly />,
});
