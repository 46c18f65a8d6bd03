import type { ReplayPreview, ReplayView } from '@delivery/contracts';
import { type LivePages, useLivePages } from '../api/pages.js';
import { may, operator } from '../api/session.js';
import { ExportButtons } from '../exports/export-buttons.js';
import { text } from '../text/index.js';
import { OpenButton } from '../ui/buttons.js';
import { OwnActionDialog } from '../ui/dialog.js';
import { formatCount } from '../ui/format.js';
import { Badge } from '../ui/icons.js';
import { Empty, say } from '../ui/states.js';
import { type Column, PagedTable } from '../ui/table.js';
import { Ago, Dash, Moment } from '../ui/time.js';
import { webhookChanges, webhookPreviews, webhookReads } from './calls.js';
import { PreviewBox, usePreview, WebhookPreviewWords } from './preview.js';
import { type ReplayedEndpoint, ReplayRange, useReplayRange } from './replay-range.js';

export const useReplays = (owner: string): LivePages<ReplayView> =>
  useLivePages(webhookReads.replays(owner), ({ id }) => id);

export const NewReplayButton = ({ owner, onDone }: { owner: string; onDone: () => void }) =>
  may('act') ? (
    <OpenButton label={text().replays.start} kind="primary">
      {(close) => <ReplayDialog owner={owner} onDone={onDone} onClose={close} />}
    </OpenButton>
  ) : null;

export const ReplayList = ({ caption, pages }: { caption: string; pages: LivePages<ReplayView> }) => {
  const t = text().replays;
  return (
    <>
      <ExportButtons pages={pages} name="replays" />
      <PagedTable
        caption={caption}
        columns={replayColumns()}
        pages={pages}
        empty={<Empty title={t.none}>{t.noneText}</Empty>}
      />
    </>
  );
};

const replayColumns = (): Column<ReplayView>[] => {
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

type ReplayDialogProps = { owner: string; endpoint?: ReplayedEndpoint; onDone: () => void; onClose: () => void };

/** Sends a range of webhooks again, of all endpoints or of one, after a preview. */
export const ReplayDialog = ({ owner, endpoint, onDone, onClose }: ReplayDialogProps) => {
  const t = text();
  const name = `${endpoint?.id ?? owner}.replay`;
  const range = useReplayRange(name, endpoint);
  const wanted = range.read();
  const preview = usePreview<ReplayPreview>(webhookPreviews.range(owner), wanted);
  return (
    <OwnActionDialog
      name={name}
      title={t.replays.title}
      submit={t.replays.submit}
      isReady={(preview.value.value?.deliveries ?? 0) > 0}
      onClose={onClose}
      act={async (action) => {
        if (!wanted) return;
        await preview.act((shown) => webhookChanges.startReplay(owner, { ...action, ...wanted }, shown));
        range.discard();
        say(t.replays.notice);
        onDone();
      }}
    >
      <p>{t.replays.text}</p>
      <ReplayRange range={range} endpoint={endpoint} />
      <PreviewBox preview={preview}>
        {(value) => <WebhookPreviewWords value={value} verb="sendsAgain" nothing={t.preview.nothingAgain} />}
      </PreviewBox>
    </OwnActionDialog>
  );
};

type ReplayDeliveriesProps = { owner: string; deliveryIds: readonly string[]; onDone: () => void; onClose: () => void };

/** Sends the chosen webhooks again, as one replay. */
export const ReplayDeliveriesDialog = ({ owner, deliveryIds, onDone, onClose }: ReplayDeliveriesProps) => {
  const t = text();
  const wanted = { delivery_ids: deliveryIds };
  const preview = usePreview<ReplayPreview>(webhookPreviews.deliveries(owner), wanted);
  return (
    <OwnActionDialog
      name={`${owner}.replay-deliveries`}
      title={t.replays.title}
      submit={t.replays.submit}
      isReady={(preview.value.value?.deliveries ?? 0) > 0}
      onClose={onClose}
      act={async (action) => {
        await preview.act((shown) => webhookChanges.replayDeliveries(owner, { ...action, ...wanted }, shown));
        say(t.replays.notice);
        onDone();
      }}
    >
      <PreviewBox preview={preview}>
        {(value) => <WebhookPreviewWords value={value} verb="sendsAgain" nothing={t.preview.nothingChosen} />}
      </PreviewBox>
      {!operator.value && <p>{t.deliveries.againManyText}</p>}
    </OwnActionDialog>
  );
};
