import { computed, signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { enterHistoryEntry, type HistoryEntry } from '../browser/remembered.js';
import { parseHash } from './rules/navigation.js';

/**
 * Where the page is: after `#/`. A path of the page's own needs no server that knows it. `returnedTo`: by Back or
 * Forward.
 */
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

/** Events by which the user begins to do something else. */
const ownSteps = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * The page is as far down as it was left, as soon as it is long enough for that again, and the focus is on the same
 * link: rows come later. A user who goes on meanwhile is not pulled back.
 * @returns how to give that up
 */
export const showAsLeft = (content: HTMLElement, { scrollTop, focusedHref }: HistoryEntry): (() => void) => {
  let isScrolled = false;
  const stop = (): void => {
    observer.disconnect();
    for (const step of ownSteps) removeEventListener(step, stop);
  };
  const show = (): void => {
    if (!isScrolled) {
      if (document.documentElement.scrollHeight - innerHeight < Math.floor(scrollTop)) return;
      isScrolled = true;
      scrollTo(0, scrollTop);
    }
    const link = findLink(content, focusedHref);
    link?.focus({ preventScroll: true });
    if (link || focusedHref === null) stop();
  };
  const observer = new MutationObserver(show);
  for (const step of ownSteps) addEventListener(step, stop);
  observer.observe(content, { childList: true, subtree: true });
  show();
  return stop;
};

const findLink = (content: HTMLElement, href: string | null): HTMLElement | undefined =>
  [...content.querySelectorAll('a')].find((link) => link.getAttribute('href') === href);

/** The title of the object that the page shows, once it is known; undefined for a page without an object. */
export const shownTitle = signal<string | undefined>(undefined);

/** Names the tab after what the page shows, once it is known. */
export const useTitle = (title: string | undefined): void => {
  useLayoutEffect(() => {
    shownTitle.value = title;
    return () => (shownTitle.value = undefined);
  }, [title]);
};
