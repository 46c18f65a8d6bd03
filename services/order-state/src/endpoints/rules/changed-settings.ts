import type { EndpointChanges, SealedHeader, WebhookEvent } from '@delivery/contracts';

/** The settings of an endpoint that its merchant chooses, as they are stored. */
export type Settings = {
  name: string | null;
  url: string | null;
  events: readonly WebhookEvent[] | null;
  header: SealedHeader | null;
  maxPerSecond: number | null;
};

type Changeable = Exclude<keyof EndpointChanges, 'type' | 'enabled'>;

/** Which settings differ, by their names in the API. A header that is given always counts: its value cannot be read back. */
export const changedSettings = (before: Settings, after: Settings): Changeable[] => {
  const differs: Record<Changeable, boolean> = {
    name: before.name !== after.name,
    url: before.url !== after.url,
    events: toKey(before.events) !== toKey(after.events),
    header: !isSameHeader(before.header, after.header),
    max_per_second: before.maxPerSecond !== after.maxPerSecond,
  };
  return changeable.filter((name) => differs[name]);
};

const changeable = ['name', 'url', 'events', 'header', 'max_per_second'] as const satisfies readonly Changeable[];

const toKey = (events: Settings['events']): string => (events === null ? 'all' : [...events].sort().join());

const isSameHeader = (before: SealedHeader | null, after: SealedHeader | null): boolean =>
  before?.name === after?.name && before?.sealed === after?.sealed;
