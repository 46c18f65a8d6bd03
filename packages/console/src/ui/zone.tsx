import { computed, type Signal, signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { remember, remembered } from '../browser/remembered.js';
import { text } from '../text/index.js';
import { fromWallClock, toWallClock } from './rules/dates.js';
import { Select } from './select.js';

const known = ['merchant', 'local', 'utc'] as const;
type Zone = (typeof known)[number];

const isZone = (value: string | undefined): value is Zone => known.some((each) => each === value);

const rememberedZone = remembered('zone');
const chosen = signal<Zone | undefined>(isZone(rememberedZone) ? rememberedZone : undefined);

/** The time zone of the page's merchant. `isDefault`: times are shown in it until another is chosen. */
type MerchantZone = { timeZone: string; isDefault: boolean };

const ofMerchant = signal<MerchantZone | undefined>(undefined);

const localName = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const differs: Readonly<Record<Zone, () => boolean>> = {
  merchant: () => ofMerchant.value !== undefined && ofMerchant.value.timeZone !== localName,
  local: () => localName !== 'UTC',
  utc: () => true,
};

/** Zones that can be chosen now, each once. */
export const zones = computed<readonly Zone[]>(() => known.filter((each) => differs[each]()));

/** In which times are shown and typed: the merchant's, the browser's, or UTC as in logs. */
export const zone = computed<Zone>(() => {
  const wanted = chosen.value ?? (ofMerchant.value?.isDefault ? 'merchant' : 'local');
  return zones.value.includes(wanted) ? wanted : (zones.value.find((each) => each !== 'merchant') ?? 'utc');
});

export const chooseZone = (wanted: Zone): void => {
  remember('zone', wanted);
  chosen.value = wanted;
};

type GivenZone = Pick<MerchantZone, 'isDefault'> & { timeZone: string | null | undefined };

/**
 * Offers the merchant's zone for as long as the caller is shown: none where it has none, or one that this browser does
 * not know.
 */
export const useMerchantZone = ({ timeZone, isDefault }: GivenZone): void => {
  useLayoutEffect(() => {
    ofMerchant.value = timeZone && isKnown(timeZone) ? { timeZone, isDefault } : undefined;
    return () => (ofMerchant.value = undefined);
  }, [timeZone, isDefault]);
};

const isKnown = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** For a formatter of Intl. */
export const zoneOption = (): { timeZone?: string } => {
  if (zone.value === 'utc') return { timeZone: 'UTC' };
  return zone.value === 'merchant' && ofMerchant.value ? { timeZone: ofMerchant.value.timeZone } : {};
};

/** As Intl calls it: `America/Recife`, or `UTC`. */
export const zoneName = (): string => new Intl.DateTimeFormat('en', zoneOption()).resolvedOptions().timeZone;

/** As an input of a date and time has it: in the chosen time zone, to the minute. */
export const toLocalInput = (atMs: number): string =>
  new Date(toWallClock(atMs, zoneName())).toISOString().slice(0, 16);

export const toUtc = (local: string): string =>
  new Date(fromWallClock(Date.parse(`${local}Z`), zoneName())).toISOString();

/** The place that the merchant's zone is named after: `Sao Paulo`. */
export const merchantZonePlace = (): string =>
  ofMerchant.value?.timeZone.replace(/^.*\//, '').replaceAll('_', ' ') ?? '';

/** `value`: of the IANA database; empty: none. */
export const ZoneField = ({ value }: { value: Signal<string> }) => (
  <Select
    label={text().zone.label}
    value={value.value}
    options={zoneOptions(value.value)}
    onChoose={(timeZone) => (value.value = timeZone)}
  />
);

/** None, the zones of the browser, and the one that is set, which may be called by an older name. */
export const zoneOptions = (timeZone: string): [value: string, words: string][] => {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), timeZone])].filter(Boolean).sort();
  return [['', text().zone.none], ...names.map((each): [string, string] => [each, each])];
};
