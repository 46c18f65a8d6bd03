import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { MerchantSummary } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { useMerchantZone } from '../ui/zone.js';
import { reads } from './api/calls.js';
import { isSandbox } from './session.js';
import { text } from './text/index.js';

/** Its name and its time zone seldom change. */
const everyMs = 60_000;

/** undefined: not known yet. */
export const merchant = signal<MerchantSummary['merchant'] | undefined>(undefined);

/** Whose portal it is, for the frame and the tab; undefined: not known yet. */
export const owner = (): string | undefined => {
  const name = merchant.value?.name;
  return name !== undefined && isSandbox.value ? `${name} · ${text().sandbox}` : name;
};

/** Until it is asked for again. */
export const noteTimeZone = (timeZone: string | null): void => {
  if (merchant.value) merchant.value = { ...merchant.value, time_zone: timeZone };
};

/** Asks for it as long as somebody is signed in. */
export const AskOwner = () => {
  const told = useLive(reads.summary(), everyMs).data.value?.merchant;
  useMerchantZone({ timeZone: merchant.value?.time_zone, isDefault: true });
  useLayoutEffect(() => {
    merchant.value = told;
    return () => (merchant.value = undefined);
  }, [told]);
  return null;
};
