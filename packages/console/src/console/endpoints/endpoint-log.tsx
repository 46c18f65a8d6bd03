import type { OperatorEndpoint } from '@delivery/contracts';
import { Table } from '../../ui/table.js';
import { Ago } from '../../ui/time.js';
import { text } from '../text/index.js';

/** The changes of an endpoint, the newest first. */
export const EndpointLog = ({ log }: { log: OperatorEndpoint['log'] }) => {
  const { endpoints: t, activity } = text();
  if (log.length === 0) return <p class="quiet">{t.logNone}</p>;
  return (
    <Table
      caption={t.log}
      keyOf={({ at, what }) => `${at} ${what}`}
      rows={log}
      columns={[
        { key: 'what', header: activity.what, cell: ({ what }) => t.what[what] ?? what },
        {
          key: 'reason',
          header: activity.why,
          cell: ({ what, reason }) =>
            what === 'changed' ? describeSettings(reason) : (t.reason[reason ?? ''] ?? reason),
        },
        { key: 'at', header: activity.at, cell: ({ at }) => <Ago at={at} /> },
      ]}
    />
  );
};

/** Which settings a change was of, in words where they are known; older lines do not say it. */
export const describeSettings = (names: string | null): string =>
  (names?.split(', ') ?? []).map((name) => text().endpointSettings[name] ?? name).join(', ');
