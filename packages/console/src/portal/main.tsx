import '../styles/index.css';
import './styles/portal.css';
import { startPage } from '../start-page.js';
import { SwitchLink } from './merchants/switch-link.js';
import { AskOwner, owner } from './owner.js';
import { pageOf } from './pages.js';
import { ReadOnly } from './read-only.js';
import { SandboxBadge } from './sandbox/sandbox-badge.js';
import { dictionaries, text } from './text/index.js';
import { ZoneForAll } from './zone-for-all.js';

startPage({
  apiBase: '../v1',
  texts: dictionaries,
  places: [
    { segment: 'home', key: 'h', icon: 'now', name: () => text().nav.home },
    { segment: 'orders', key: 'o', icon: 'orders', name: () => text().nav.orders },
    { segment: 'endpoints', key: 'e', icon: 'endpoints', name: () => text().nav.endpoints },
    { segment: 'deliveries', key: 'w', icon: 'deadLetters', name: () => text().nav.deliveries },
    { segment: 'replays', key: 'r', icon: 'replays', name: () => text().nav.replays },
  ],
  pageOf,
  credentials: () => {
    const { key, keyHint, token, tokenHint } = text().signIn;
    return [
      { name: 'key', label: key, hint: keyHint, type: 'text', autoComplete: 'username' },
      { name: 'token', label: token, hint: tokenHint, type: 'password', autoComplete: 'current-password' },
    ];
  },
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
