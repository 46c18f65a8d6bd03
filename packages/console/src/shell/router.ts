import { computed, signal } from '@preact/signals';
import { parseHash } from './rules/parse-hash.js';

/** Where the page is: after `#/`. A path of the page's own needs no server that knows it. */
const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

export const route = computed(() => parseHash(hash.value));

/** The address of a place in this page. Parameters that are undefined or empty are left out. */
export const hrefTo = (segments: readonly string[], query: Record<string, string | undefined> = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const search = given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '';
  return `#/${segments.map(encodeURIComponent).join('/')}${search}`;
};
