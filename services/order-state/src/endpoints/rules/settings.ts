import {
  type CreateEndpointBody,
  type EndpointEvent,
  type EndpointHeader,
  endpointHeaderOf,
  type EndpointType,
  maskedHeaderValue,
  type SealedHeader,
  type SettingChange,
  settingNames,
  type StoredSettings,
  storedSettingsSchema,
} from '@delivery/contracts';
import { fieldErrorAt, ProblemError, validationFailed } from '@delivery/http-edge';
import type { Sealer } from '@delivery/service-kit';
import { describeChanges } from '../../activity/rules/changes.js';
import type { SealedClient } from './secrets.js';
import { maskUrl } from './webhook-url.js';

type GivenSettings = Pick<StoredSettings, 'max_per_second'> & {
  url: string | null;
  header: EndpointHeader | null | undefined;
};

/**
 * Whether an endpoint of this type can have these settings.
 * @throws ProblemError `validation_failed`, with the field and the way out
 */
export const validateEndpointSettings = (type: EndpointType, given: GivenSettings): void => {
  const { url, header, max_per_second: maxPerSecond } = given;
  if (type === 'push' && url === null) {
    throw wrongField(
      '/url',
      'required',
      'This field is required: a push endpoint needs a URL. For an endpoint without a URL, use "type": "pull".',
    );
  }
  if (type === 'push') return;
  if (url !== null) {
    throw wrongField('/url', 'invalid_value', 'A pull endpoint has no URL: leave the URL out, or use "type": "push".');
  }
  if (header) {
    throw wrongField('/header', 'invalid_value', 'Nothing is posted to a pull endpoint: leave the header out.');
  }
  if (maxPerSecond !== null) {
    throw wrongField(
      '/max_per_second',
      'invalid_value',
      'This setting does not apply to a pull endpoint: leave it out.',
    );
  }
};

export const wrongField = (pointer: string, code: string, message: string): ProblemError =>
  validationFailed([fieldErrorAt(pointer, code, message)]);

/**
 * Whether an endpoint of this format can have these settings.
 * @throws ProblemError `validation_failed`, with the field and the way out
 */
export const validateFormat = ({
  type,
  format,
  events,
  statuses,
  oauth_client_id: clientId,
}: Pick<CreateEndpointBody, 'type' | 'format' | 'oauth_client_id'> & {
  statuses?: readonly string[] | null | undefined;
  events?: readonly EndpointEvent[] | null | undefined;
}): void => {
  const isOpenDelivery = format === 'open_delivery';
  if (isOpenDelivery && type === 'pull')
    throw wrongField(
      '/format',
      'invalid_value',
      'Open Delivery is posted: leave the format out, or use "type": "push".',
    );
  if (isOpenDelivery && events)
    throw wrongField('/events', 'invalid_value', 'Open Delivery has events of its own: leave this setting out.');
  if (isOpenDelivery && statuses)
    throw wrongField('/statuses', 'invalid_value', 'Open Delivery has statuses of its own: leave this setting out.');
  if (isOpenDelivery && !clientId)
    throw wrongField('/oauth_client_id', 'required', 'This field is required: its secret signs what is sent.');
  if (!isOpenDelivery && clientId)
    throw wrongField(
      '/oauth_client_id',
      'invalid_value',
      'Only endpoints of format open_delivery have one: leave it out.',
    );
};

/** The settings of an endpoint that its owner chooses, by the columns that keep them. */
export type Settings = StoredSettings & {
  url: string | null;
  header: SealedHeader | null;
  /** `null`: of another format. */
  open_delivery: SealedClient | null;
};

type Given = { [Name in keyof StoredSettings]?: StoredSettings[Name] | undefined };

/** Settings that are not given stay as they are. */
export const withGiven = (before: StoredSettings, given: Given): StoredSettings =>
  storedSettingsSchema.parse({ ...before, ...given });

/** Which settings differ, by their names in the API. */
export const changedSettings = (before: Settings, after: Settings): string[] => {
  const isChanged = (name: keyof Settings): boolean => toKey(before[name]) !== toKey(after[name]);
  return [
    ...(['url', 'header', ...settingNames] as const).filter(isChanged),
    ...(isChanged('open_delivery') ? ['oauth_client_id'] : []),
  ];
};

/** As the log shows them: a header by its name, and a URL without its query. */
const shownSettings = ({ url, header, open_delivery: client, ...settings }: Settings) => ({
  ...settings,
  url: url && maskUrl(url),
  header: header && `${header.name}: ${maskedHeaderValue}`,
  oauth_client_id: client?.client_id,
});

/** The settings that differ, for the log. @param names see `changedSettings` */
export const describeSettings = (names: readonly string[], before: Settings, after: Settings): SettingChange[] =>
  describeChanges(names, shownSettings(before), shownSettings(after));

/** A list is a set: its order means nothing. */
const toKey = (value: Settings[keyof Settings]): string =>
  JSON.stringify(Array.isArray(value) ? [...value].sort() : value);

/** Changes after which results of earlier attempts do not count. */
export const isNewRevision = (changed: readonly string[]): boolean =>
  changed.includes('url') || changed.includes('oauth_client_id');

type Place = { endpointId: string; url: string };

/** For this endpoint, this name and the URL's origin: moved elsewhere, it does not open. */
export const sealHeader = (
  sealer: Pick<Sealer, 'seal'>,
  { name, value }: EndpointHeader,
  { endpointId, url }: Place,
): SealedHeader => ({ name, sealed: sealer.seal(value, endpointHeaderOf(endpointId, { name, url })) });

/**
 * The header after a change of the endpoint's settings. The caller may not know the current one: it cannot be read
 * back.
 * @param wanted `header` absent: the current one stays
 * @throws ProblemError `webhook_url_refused` where it would go to another origin than the one that it was given for
 */
export const headerAfter = (
  sealer: Pick<Sealer, 'seal' | 'open'>,
  known: { url: string; header: SealedHeader | null },
  wanted: Place & { header: EndpointHeader | null | undefined },
): SealedHeader | null => {
  const isMoved = new URL(wanted.url).origin !== new URL(known.url).origin;
  const { header } = known;
  const place = header && endpointHeaderOf(wanted.endpointId, { name: header.name, url: known.url });
  const isSame =
    wanted.header?.name === header?.name && place && sealer.open(header.sealed, place) === wanted.header?.value;
  if (isSame && !isMoved) return header;
  if (wanted.header) return sealHeader(sealer, wanted.header, wanted);
  if (wanted.header === null || known.header === null) return null;
  if (!isMoved) return known.header;
  throw new ProblemError(
    'webhook_url_refused',
    `The webhook URL is refused: its origin is not the one for which the header ${known.header.name} was given. ` +
      'Send `header` again with its value, or `null` to remove it.',
    { errors: [fieldErrorAt('/header', 'required', 'Expected the header with its value, or null.')] },
  );
};
