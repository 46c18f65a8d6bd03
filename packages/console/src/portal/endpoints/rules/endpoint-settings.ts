import type { EndpointChanges, EndpointFormat, EndpointView, OrderStatus, WebhookEvent } from '@delivery/contracts';
import {
  hasSetting,
  isInRange,
  type NumberSetting,
  numberSettings,
  toTyped,
  toValue,
} from '../../../webhooks/rules/number-settings.js';

/** Whether the existing header is kept or removed, or `set` to the typed one, if any. */
export type HeaderChoice = 'keep' | 'set' | 'none';

/** As it stands in the form. No event, status or store chosen: all of them. */
export type TypedSettings = {
  name: string;
  url: string;
  events: ReadonlySet<WebhookEvent>;
  statuses: ReadonlySet<OrderStatus>;
  /** Refs, apart by commas or spaces. */
  stores: string;
  header: HeaderChoice;
  headerName: string;
  headerValue: string;
  numbers: Readonly<Partial<Record<NumberSetting, string>>>;
  format: EndpointFormat;
  /** Open Delivery client; empty if none was chosen. */
  clientId: string;
};

/** The settings when the form was opened. */
export type KnownSettings = Pick<
  EndpointView,
  | 'type'
  | 'format'
  | 'oauth_client_id'
  | 'name'
  | 'url'
  | 'events'
  | 'statuses'
  | 'store_refs'
  | 'header'
  | NumberSetting
>;

export type Fault = 'url_whole' | 'url_masked' | 'header_again' | 'number_range' | 'client_choose';
export type Faults = Partial<Record<'url' | 'header' | 'client' | NumberSetting, Fault>>;

/** Stands for a value that pages do not get. */
const mask = '***';

/**
 * The faults that the form finds by itself; the service finds the rest. Pure. `known`: undefined for a new endpoint.
 */
export const findFaults = (typed: TypedSettings, known?: KnownSettings): Faults => {
  const url = typed.url === (known?.url ?? '') ? undefined : urlFault(typed.url);
  const isMoved = known?.header !== null && typed.header === 'keep' && isElsewhere(known?.url, typed.url);
  return {
    ...(url && { url }),
    ...(isMoved && { header: 'header_again' }),
    ...findNumberFaults(typed, known ?? { type: 'push' }),
    ...(typed.format === 'open_delivery' && typed.clientId === '' && { client: 'client_choose' }),
  };
};

const urlFault = (url: string): Fault | undefined => {
  if (url.includes(mask)) return 'url_masked';
  return URL.canParse(url) ? undefined : 'url_whole';
};

/** A header's value was given for one origin, and goes to no other. */
const isElsewhere = (known: string | null | undefined, url: string): boolean =>
  typeof known === 'string' && URL.canParse(url) && new URL(known).origin !== new URL(url).origin;

/** As they were, or as a new endpoint of this type has them. */
type KnownNumbers = Pick<EndpointView, 'type'> & Partial<Pick<EndpointView, NumberSetting>>;

/** The numbers that are typed otherwise than they were. */
const listTyped = ({ numbers }: TypedSettings, known: KnownNumbers) =>
  numberSettings.flatMap((setting) => {
    const typed = numbers[setting.name] ?? '';
    const isChanged = hasSetting(setting, known.type) && typed !== toTyped(setting, known[setting.name]);
    return isChanged ? [{ setting, typed }] : [];
  });

const findNumberFaults = (typed: TypedSettings, known: KnownNumbers): Faults => {
  const faulty = listTyped(typed, known).filter(({ setting, typed: text }) => !isInRange(setting, text));
  return Object.fromEntries(faulty.map(({ setting }) => [setting.name, 'number_range' as const]));
};

/** As the API has them. */
export const findNumbers = (typed: TypedSettings, known: KnownNumbers): Partial<Record<NumberSetting, number | null>> =>
  Object.fromEntries(listTyped(typed, known).map(({ setting, typed: text }) => [setting.name, toValue(setting, text)]));

/** Only the settings that differ, so that another user's concurrent changes to the rest stay. Pure. */
export const findChanges = (typed: TypedSettings, known: KnownSettings): EndpointChanges => {
  const header = headerOf(typed, known);
  const name = typed.name === '' ? null : typed.name;
  return {
    ...(name !== known.name && { name }),
    ...(known.type === 'push' && typed.url !== known.url && { url: typed.url }),
    ...findLists(typed, known),
    ...(known.format === 'open_delivery' &&
      typed.clientId !== known.oauth_client_id && { oauth_client_id: typed.clientId }),
    ...(header !== undefined && { header }),
    ...findNumbers(typed, known),
  };
};

/** The lists that are chosen otherwise than they were. Open Delivery has events and statuses of its own. */
export const findLists = (
  typed: TypedSettings,
  known: Partial<KnownSettings>,
): Pick<EndpointChanges, 'events' | 'statuses' | 'store_refs'> => {
  const isStandard = typed.format === 'standard_webhooks';
  const [events, statuses] = [toList(typed.events), toList(typed.statuses)];
  const storeRefs = toList(new Set(typed.stores.split(/[\s,]+/).filter(Boolean)));
  return {
    ...(isStandard && isOther(events, known.events) && { events }),
    ...(isStandard && isOther(statuses, known.statuses) && { statuses }),
    ...(isOther(storeRefs, known.store_refs) && { store_refs: storeRefs }),
  };
};

const toList = <T>(chosen: ReadonlySet<T>): T[] | null => (chosen.size === 0 ? null : [...chosen]);

const isOther = (list: readonly string[] | null, known: readonly string[] | null | undefined): boolean =>
  toKey(list) !== toKey(known ?? null);

const toKey = (list: readonly string[] | null): string => [...(list ?? [])].sort().join();

/** `undefined`: it stays. */
const headerOf = (typed: TypedSettings, known: KnownSettings): EndpointChanges['header'] => {
  if (typed.header === 'none') return known.header === null ? undefined : null;
  if (typed.header === 'keep' || typed.headerName === '') return undefined;
  return { name: typed.headerName, value: typed.headerValue };
};
