import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** Of the thing that the page shows, once it is known; `undefined`: the kind of page is all there is to say. */
export const shownTitle = signal<string | undefined>(undefined);

/** Names the tab after what the page shows, once it is known. */
export const useTitle = (title: string | undefined): void => {
  useLayoutEffect(() => {
    shownTitle.value = title;
    return () => (shownTitle.value = undefined);
  }, [title]);
};
