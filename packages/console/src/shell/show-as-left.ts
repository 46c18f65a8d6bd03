import type { HistoryEntry } from '../browser/history-entry.js';

/** What tells that the user is about to do something else. */
const ownSteps = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * The page is as far down as it was left, as soon as it is long enough for that again, and the focus is on the same link: rows
 * come later. Whoever goes on meanwhile is not pulled back.
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
