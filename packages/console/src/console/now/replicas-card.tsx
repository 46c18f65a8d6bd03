import type { SeenReplica } from '@delivery/contracts';
import { formatRelative } from '../../ui/format.js';
import { Badge } from '../../ui/icons.js';
import { Empty } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Ago, Clock } from '../../ui/time.js';
import { text } from '../text/index.js';

const replicaKey = ({ service, name }: SeenReplica): string => `${service} ${name}`;

/** Every process of the three services, and when it was last heard of. */
export const ReplicasCard = ({ replicas }: { replicas: readonly SeenReplica[] }) => {
  const t = text().now.replicas;
  return (
    <section class="card" aria-labelledby="replicas">
      <h2 id="replicas">{t.title}</h2>
      {replicas.length === 0 ? (
        <Empty title={t.none} />
      ) : (
        <Table caption={t.title} columns={columns()} keyOf={replicaKey} rows={replicas} />
      )}
      {replicas.some(({ state }) => state === 'unknown') && <p class="hint">{t.unknownText}</p>}
    </section>
  );
};

const tones = { running: 'good', silent: 'bad', unknown: 'warn' } as const;

const columns = (): Column<SeenReplica>[] => {
  const t = text().now.replicas;
  return [
    {
      key: 'state',
      header: t.state,
      onPhone: 'aside',
      cell: ({ state }) => <Badge tone={tones[state]}>{t.states[state]}</Badge>,
    },
    {
      key: 'service',
      header: t.service,
      onPhone: 'first',
      cell: ({ service, name }) => (
        <>
          {service} <span class="age">{name}</span>
        </>
      ),
    },
    { key: 'version', header: t.version, onPhone: 'second', cell: ({ version }) => version },
    { key: 'started', header: t.started, cell: ({ started_at }) => <Ago at={started_at} /> },
    { key: 'seen', header: t.seen, onPhone: 'second labelled', cell: (replica) => <Seen {...replica} /> },
  ];
};

/** Its age as the database has told it: the clock of this browser has no part in it. */
const Seen = ({ seen_at, seen_seconds_ago }: Pick<SeenReplica, 'seen_at' | 'seen_seconds_ago'>) => (
  <>
    <Clock at={seen_at} /> <span class="age">{formatRelative(0, seen_seconds_ago * 1_000)}</span>
  </>
);
