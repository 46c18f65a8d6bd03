import type { ComponentChildren, JSX } from 'preact';
import type { Route } from './shell/rules/parse-hash.js';
import type { Language } from './text/language.js';
import type { SharedDictionary } from './text/shared-en.js';
import type { IconName } from './ui/icons.js';

/** What the shared parts ask of a door's texts, beside what is the same at both. */
export type DoorDictionary = SharedDictionary & {
  product: string;
  signIn: Record<'title' | 'lead' | 'submit' | 'busy' | 'refused' | 'tooMany' | 'away' | 'ended', string>;
  search: Record<'label' | 'placeholder' | 'title' | 'lead' | 'ask' | 'noneText' | 'goneText' | 'truncated', string> & {
    none: (q: string) => string;
    gone: (day: string) => string;
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
export type Door = {
  /** The API that it asks, from where the page is. */
  apiBase: string;
  texts: Readonly<Record<Language, DoorDictionary>>;
  /** Of the navigation. The first one is where the page begins. */
  places: readonly { segment: string; icon: IconName; name: () => string }[];
  pageOf: (route: Route) => PlacedPage;
  credentials: () => readonly Credential[];
  /** What to know of the session at every place. */
  standing: () => ComponentChildren;
};

let opened: Door | undefined;

/** Once, before anything is drawn. */
export const openDoor = (door: Door): void => {
  opened = door;
};

export const door = (): Door => {
  if (!opened) throw new Error('no door was opened');
  return opened;
};
