import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { useLive } from '../api/live.js';
import { useMerchantZone } from '../ui/zone.js';
import { reads } from './api/calls.js';
import { isSandbox } from './session.js';
import { text } from './text/index.js';

/** The name of a merchant seldom changes. */
const everyMs = 60_000;

const name = signal<string | undefined>(undefined);

/** Whose portal it is, for the frame and the tab; undefined: not known yet. */
export const owner = (): string | undefined =>
  name.value !== undefined && isSandbox.value ? `${name.value} · ${text().sandbox}` : name.value;

/** Asks for it, and for its time zone, as long as somebody is signed in. */
export const AskOwner = () => {
  const merchant = useLive(reads.summary(), everyMs).data.value?.merchant;
  const told = merchant?.name;
  useMerchantZone({ timeZone: merchant?.time_zone, isDefault: true });
  useLayoutEffect(() => {
    name.value = told;
    return () => (name.value = undefined);
  }, [told]);
  return null;
};
