import { batch, signal } from '@preact/signals';

/** Whether the service was there when it was last asked. */
export const isAway = signal(false);

/** When it last answered, by this clock; undefined: it has not yet. */
export const lastSeenAtMs = signal<number | undefined>(undefined);

/** How far the service's clock is ahead of this one: ages are shown by its clock. */
export const skewMs = signal(0);

/** The header `Date` has whole seconds: less than that is no skew. */
const skewMinMs = 2_000;

export const noteAnswer = (response: Response): void => {
  // A proxy in between may answer for a service that is away.
  if (response.status >= 502) return noteSilence();
  const dateMs = Date.parse(response.headers.get('date') ?? '');
  batch(() => {
    isAway.value = false;
    lastSeenAtMs.value = Date.now();
    if (!Number.isNaN(dateMs)) skewMs.value = Math.abs(dateMs - Date.now()) < skewMinMs ? 0 : dateMs - Date.now();
  });
};

export const noteSilence = (): void => {
  isAway.value = true;
};
