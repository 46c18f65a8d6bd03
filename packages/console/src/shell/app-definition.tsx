import type { ComponentChildren, JSX } from 'preact';
import { type AppTexts, text } from '../text/index.js';
import type { IconName } from '../ui/icons.js';
import { Empty } from '../ui/states.js';
import type { Route } from './rules/navigation.js';

/** `key`: pages with the same one are the same place, with another filter. */
export type PlacedPage = { key: string; title: string; element: JSX.Element };

/** One of the texts that together begin a session. */
type Credential = {
  name: string;
  label: string;
  hint?: string;
  type: 'text' | 'password';
  autoComplete: string;
};

/** The parts that differ between the apps of this package. */
export type AppDefinition = {
  /** The API that it asks, from where the page is. */
  apiBase: string;
  texts: AppTexts;
  /** The navigation. The page begins at the first place. `key`: leads there after `g`. */
  places: readonly { segment: string; key: string; icon: IconName; name: () => string }[];
  pageOf: (route: Route) => PlacedPage;
  credentials: () => readonly Credential[];
  /** Ways to sign in above the credentials. */
  otherSignIn?: () => ComponentChildren;
  /** Where an address with `#link=` begins a session: what is said when it does not. */
  linkFailed?: () => string;
  /** Whose data are shown, if that is one's; undefined: not known yet. */
  owner?: () => string | undefined;
  /** The text that explains it, in the chosen language. */
  guide?: () => { href: string; name: string };
  /** Sets the time zone of all users of the page, beside the one of this browser. */
  zoneForAll?: () => ComponentChildren;
  /** Facts about the session, shown at every place. */
  standing: () => ComponentChildren;
};

let configured: AppDefinition | undefined;

/** Once, before anything is drawn. */
export const configureApp = (app: AppDefinition): void => {
  configured = app;
};

export const app = (): AppDefinition => {
  if (!configured) throw new Error('no app was configured');
  return configured;
};

export const noPage = (): PlacedPage => {
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
