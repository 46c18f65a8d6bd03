import { type Signal, useSignal } from '@preact/signals';
import type { EndpointFormat, OrderStatus, WebhookEvent } from '@delivery/contracts';
import type { CallError } from '../../api/request.js';
import { discardDraft, draft } from '../../ui/fields.js';
import { useRefusal } from '../../ui/refusal.js';
import { type NumberSetting, numberSettings, toTyped } from '../../webhooks/rules/number-settings.js';
import { text } from '../text/index.js';
import {
  type Fault,
  findFaults,
  type HeaderChoice,
  type KnownSettings,
  type TypedSettings,
} from './rules/endpoint-settings.js';

type FieldName = 'name' | 'url' | 'header' | 'headerName' | 'headerValue' | 'stores' | 'client' | NumberSetting;
/** In words. */
type FieldFaults = Partial<Record<FieldName, string>>;

export type SettingsForm = {
  name: Signal<string>;
  url: Signal<string>;
  headerName: Signal<string>;
  headerValue: Signal<string>;
  numbers: readonly { name: NumberSetting; value: Signal<string> }[];
  events: Signal<ReadonlySet<WebhookEvent>>;
  statuses: Signal<ReadonlySet<OrderStatus>>;
  stores: Signal<string>;
  header: Signal<HeaderChoice>;
  format: Signal<EndpointFormat>;
  clientId: Signal<string>;
  read: () => TypedSettings;
  /** The faults beside the fields: none before the form is first sent. */
  faults: () => FieldFaults;
  /** Whether it may be sent; from then on its faults are shown. */
  check: () => boolean;
  /** Whether a refusal is about fields, which then show it until their text changes. */
  explain: (error: CallError) => boolean;
  /** It was sent, or given up. */
  discard: () => void;
};

/**
 * An endpoint's settings as they are typed, found again under `place`; but for the header's value, which is a secret.
 */
export const useSettingsForm = (place: string, known?: KnownSettings): SettingsForm => {
  const names = { name: `${place}.name`, url: `${place}.url`, header: `${place}.header`, stores: `${place}.stores` };
  const name = draft(names.name, known?.name ?? '');
  const url = draft(names.url, known?.url ?? '');
  const headerName = draft(names.header, known?.header?.name ?? '');
  const draftOf = (name: NumberSetting): string => `${place}.${name}`;
  const numbers = numberSettings.map((setting) => {
    const { name } = setting;
    return { name, value: draft(draftOf(name), toTyped(setting, known?.[name])) };
  });
  const events = useSignal<ReadonlySet<WebhookEvent>>(new Set(known?.events));
  const statuses = useSignal<ReadonlySet<OrderStatus>>(new Set(known?.statuses));
  const stores = draft(names.stores, known?.store_refs?.join(', ') ?? '');
  const headerValue = useSignal('');
  const header = useSignal<HeaderChoice>(known?.header ? 'keep' : 'set');
  const format = useSignal<EndpointFormat>(known?.format ?? 'standard_webhooks');
  const clientId = useSignal(known?.oauth_client_id ?? '');
  const isChecked = useSignal(false);
  const read = (): TypedSettings => ({
    name: name.value.trim(),
    url: url.value.trim(),
    events: events.value,
    statuses: statuses.value,
    stores: stores.value,
    header: header.value,
    headerName: headerName.value.trim(),
    headerValue: headerValue.value,
    numbers: Object.fromEntries(numbers.map(({ name: of, value }) => [of, value.value.trim()])),
    format: format.value,
    clientId: clientId.value,
  });
  const refusal = useRefusal({ read, fieldAt, fieldOf: { endpoint_url_taken: 'url', webhook_url_refused: 'url' } });
  return {
    ...{ name, url, headerName, headerValue, numbers, events, statuses, stores, header, format, clientId, read },
    faults: () => ({
      ...refusal.faults(),
      ...(isChecked.value && describe(findFaults(read(), known))),
    }),
    check: () => {
      isChecked.value = true;
      return Object.keys(findFaults(read(), known)).length === 0;
    },
    explain: refusal.explain,
    discard: () => {
      [...Object.values(names), ...numberSettings.map((one) => draftOf(one.name))].forEach(discardDraft);
    },
  };
};

const describe = (faults: Partial<Record<FieldName, Fault>>): FieldFaults =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, text().settings.fault[fault]]));

const fields: Readonly<Record<string, FieldName>> = {
  '/name': 'name',
  '/url': 'url',
  '/header': 'header',
  '/header/name': 'headerName',
  '/header/value': 'headerValue',
  '/oauth_client_id': 'client',
  ...Object.fromEntries(numberSettings.map(({ name }) => [`/${name}`, name])),
};

const fieldAt = (pointer: string): FieldName | undefined =>
  pointer.startsWith('/store_refs') ? 'stores' : fields[pointer];
