import { useSignal } from '@preact/signals';
import type { ReplayView } from '@delivery/contracts';
import { reads } from '../api/calls.js';
import { useLivePages } from '../api/pages.js';
import { mayChange } from '../api/session.js';
import { text } from '../text/index.js';
import { formatCount } from '../ui/format.js';
import { Badge } from '../ui/icons.js';
import { Empty } from '../ui/states.js';
import { type Column, PagedTable } from '../ui/table.js';
import { Ago, Dash, Moment } from '../ui/time.js';
import { ReplayDialog } from './replay-dialog.js';

const replayKey = ({ id }: ReplayView): string => id;

export const MerchantReplays = ({ merchantId }: { merchantId: string }) => {
  const t = text();
  const pages = useLivePages(reads.replays(merchantId), replayKey);
  const isOpen = useSignal(false);
  return (
    <section class="card" aria-labelledby="replays">
      <div class="title-row">
        <h2 id="replays">{t.merchants.replays}</h2>
        {mayChange.value && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              isOpen.value = true;
            }}
          >
            {t.replays.start}
          </button>
        )}
      </div>
      <PagedTable
        caption={t.merchants.replays}
        columns={columns()}
        keyOf={replayKey}
        pages={pages}
        empty={<Empty title={t.replays.none}>{t.replays.noneText}</Empty>}
      />
      {isOpen.value && (
        <ReplayDialog
          merchantId={merchantId}
          onDone={pages.refresh}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </section>
  );
};

const columns = (): Column<ReplayView>[] => {
  const t = text();
  return [
    {
      key: 'status',
      header: t.deliveries.state,
      cell: ({ status }) => <Badge tone={status === 'running' ? 'info' : 'good'}>{t.replays[status]}</Badge>,
    },
    { key: 'progress', header: t.replays.progress, cell: (replay) => <Progress replay={replay} /> },
    {
      key: 'range',
      header: t.replays.range,
      cell: ({ since, until }) =>
        since === null || until === null ? (
          t.replays.single
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
    { key: 'started', header: t.replays.startedAt, cell: ({ created_at }) => <Ago at={created_at} /> },
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
