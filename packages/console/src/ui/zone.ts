import { signal } from '@preact/signals';
import { remember, remembered } from '../browser/remembered.js';

export const zones = ['local', 'utc'] as const;
type Zone = (typeof zones)[number];

const isZone = (value: string | undefined): value is Zone => zones.some((known) => known === value);

const initialZone = (): Zone => {
  const chosen = remembered('zone');
  return isZone(chosen) ? chosen : 'local';
};

/** In which times are shown and typed: the browser's, or UTC as in logs. */
export const zone = signal<Zone>(initialZone());

export const chooseZone = (chosen: string): void => {
  if (!isZone(chosen)) return;
  remember('zone', chosen);
  zone.value = chosen;
};

/** For a formatter of Intl. */
export const zoneOption = (): { timeZone?: 'UTC' } => (zone.value === 'utc' ? { timeZone: 'UTC' } : {});

/** As Intl calls it: `America/Recife`, or `UTC`. */
export const zoneName = (): string => new Intl.DateTimeFormat('en', zoneOption()).resolvedOptions().timeZone;
