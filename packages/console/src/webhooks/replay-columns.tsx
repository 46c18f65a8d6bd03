import type { ReplayView } from '@delivery/contracts';
import { text } from '../text/index.js';
import { formatCount } from '../ui/format.js';
import { Badge } from '../ui/icons.js';
import type { Column } from '../ui/table.js';
import { Ago, Dash, Moment } from '../ui/time.js';

export const replayKey = ({ id }: ReplayView): string => id;

export const replayColumns = (): Column<ReplayView>[] => {
  const t = text();
  return [
    {
      key: 'status',
      header: t.deliveries.state,
      onPhone: 'aside',
      cell: ({ status }) => <Badge tone={status === 'running' ? 'info' : 'good'}>{t.replays[status]}</Badge>,
    },
    {
      key: 'progress',
      header: t.replays.progress,
      onPhone: 'second',
      cell: (replay) => <Progress replay={replay} />,
    },
    {
      key: 'range',
      header: t.replays.range,
      onPhone: 'first',
      cell: ({ since, until, delivery_id }) =>
        since === null || until === null ? (
          delivery_id === null ? (
            t.replays.several
          ) : (
            t.replays.single
          )
        ) : (
          <>
            <Moment at={since} /> – <Moment at={until} />
          </>
        ),
    },
    {
      key: 'states',
      header: t.replays.states,
      cell: ({ states }) => states?.map((state) => t.deliveryState[state]).join(', ') ?? <Dash />,
    },
    {
      key: 'started',
      header: t.replays.startedAt,
      onPhone: 'second',
      cell: ({ created_at }) => <Ago at={created_at} />,
    },
  ];
};

const Progress = ({ replay }: { replay: ReplayView }) => {
  const t = text().replays;
  if (replay.total === null) return <>{t.counting}</>;
  const words = t.progressValue(formatCount(replay.settled), formatCount(replay.total));
  return (
    <span class="progress">
      <progress value={replay.settled} max={Math.max(1, replay.total)} aria-label={words} />
      <span>{words}</span>
    </span>
  );
};
