import type { OwnActivityEntry, SettingChange } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { get, type Page } from '../api/request.js';
import { text } from '../text/index.js';
import { Loaded } from '../ui/states.js';
import { Table } from '../ui/table.js';
import { Ago } from '../ui/time.js';
import { describeNumber } from './endpoint.js';
import { numberSettings } from './rules/number-settings.js';

const shownMax = 50;
const readEveryMs = 5_000;

/** The changes of an endpoint, newest first. Both APIs have this call. */
export const EndpointChanges = ({ id }: { id: string }) => {
  const t = text().changes;
  const live = useLive(get<Page<OwnActivityEntry>>('/activity', { subject: id, limit: shownMax }), readEveryMs);
  return (
    <section class="card" aria-labelledby="changes">
      <h2 id="changes">{t.title}</h2>
      <Loaded live={live}>
        {({ data }) => (data.length === 0 ? <p class="quiet">{t.none}</p> : <Changes entries={data} />)}
      </Loaded>
    </section>
  );
};

const Changes = ({ entries }: { entries: readonly OwnActivityEntry[] }) => {
  const t = text().changes;
  return (
    <Table
      caption={t.title}
      keyOf={({ id }) => String(id)}
      rows={entries}
      columns={[
        { key: 'what', header: t.action, onPhone: 'first', cell: ({ action }) => t.actions[action] ?? action },
        { key: 'change', header: t.change, onPhone: 'second', cell: (entry) => <Details entry={entry} /> },
        { key: 'by', header: t.by, onPhone: 'second labelled', cell: describeActor },
        { key: 'at', header: t.at, onPhone: 'aside', cell: ({ at }) => <Ago at={at} /> },
      ]}
    />
  );
};

/** Each setting on a line of its own; without any, why it was done. The system's reasons are codes. */
export const Details = ({ entry: { changes, reason } }: { entry: OwnActivityEntry }) => {
  const { reason: reasons } = text().endpoints;
  return (
    <>
      {changes?.map((change) => (
        <div key={change.name} class="address">
          {describeChange(change)}
        </div>
      ))}
      {reason && <div>{reasons[reason] ?? reason}</div>}
    </>
  );
};

export const describeChange = ({ name, before, after }: SettingChange): string => {
  const { settings, unset, replaced } = text().changes;
  const number = numberSettings.find((one) => one.name === name);
  if (number) {
    const [old, now] = [before, after].map((value) => describeNumber(number, value === null ? null : Number(value)));
    return `${now?.[0].toLowerCase()}: ${old?.[1]} → ${now?.[1]}`;
  }
  const label = settings[name] ?? name;
  return before === after ? `${label}: ${replaced}` : `${label}: ${before ?? unset} → ${after ?? unset}`;
};

/** By name, with what the caller came with and from where. */
export const describeActor = ({ actor: { type, name, credential }, address }: OwnActivityEntry): string => {
  const { actors, credentials } = text().changes;
  const by = credential && credentials[credential.type](credential.id);
  return [name ?? actors[type], by, address].filter(Boolean).join(', ');
};
