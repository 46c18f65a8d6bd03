import type { ComponentChildren, JSX } from 'preact';
import type { Route } from './shell/rules/parse-hash.js';
import type { Language } from './text/language.js';
import type { SharedDictionary } from './text/shared-en.js';
import type { IconName } from './ui/icons.js';

/** What the shared parts ask of a app's texts, beside what is the same at both. */
export type AppDictionary = SharedDictionary & {
  product: string;
  signIn: Record<'title' | 'lead' | 'submit' | 'busy' | 'refused' | 'tooMany' | 'away' | 'ended', string>;
  search: Record<
    'label' | 'placeholder' | 'title' | 'lead' | 'ask' | 'noneText' | 'purgedText' | 'truncated',
    string
  > & {
    none: (q: string) => string;
    purged: (day: string) => string;
  };
  /** Why an endpoint is disabled, by its code. */
  endpoints: { reason: Readonly<Record<string, string>> };
};

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

/** A page of this package: what it has of its own. The rest is the same for each. */
export type AppDefinition = {
  /** The API that it asks, from where the page is. */
  apiBase: string;
  texts: Readonly<Record<Language, AppDictionary>>;
  /** Of the navigation. The first one is where the page begins. */
  places: readonly { segment: string; icon: IconName; name: () => string }[];
  pageOf: (route: Route) => PlacedPage;
  credentials: () => readonly Credential[];
  /** What to know of the session at every place. */
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
