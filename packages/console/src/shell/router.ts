import { computed, signal } from '@preact/signals';
import { enterHistoryEntry, type HistoryEntry } from '../browser/history-entry.js';
import { parseHash } from './rules/parse-hash.js';

/** Where the page is: after `#/`. A path of the page's own needs no server that knows it. `returnedTo`: by Back or Forward. */
type Arrival = { hash: string; returnedTo: HistoryEntry | undefined };

const arrive = (): Arrival => ({ returnedTo: enterHistoryEntry(), hash: location.hash });

// The browser's own attempt would come before there is anything to scroll.
history.scrollRestoration = 'manual';

const arrival = signal(arrive());
addEventListener('hashchange', () => {
  arrival.value = arrive();
});

export const route = computed(() => parseHash(arrival.value.hash));

export const returnedTo = computed(() => arrival.value.returnedTo);

/** The address of a place in this page. Parameters that are undefined or empty are left out. */
export const hrefTo = (segments: readonly string[], query: Record<string, string | undefined> = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const search = given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '';
  return `#/${segments.map(encodeURIComponent).join('/')}${search}`;
};
