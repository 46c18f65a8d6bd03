import type { ComponentChildren } from 'preact';
import type { ReplayPreview, ReplayView } from '@delivery/contracts';
import { type LivePages, useLivePages } from '../api/pages.js';
import { may } from '../api/session.js';
import { DownloadMenu } from '../exports/download-menu.js';
import { text } from '../text/index.js';
import { OpenButton } from '../ui/buttons.js';
import { OwnActionDialog } from '../ui/dialog.js';
import { formatCount } from '../ui/format.js';
import { Badge } from '../ui/icons.js';
import { Empty, say } from '../ui/states.js';
import { type Column, PagedTable } from '../ui/table.js';
import { Ago, Dash, Moment } from '../ui/time.js';
import { type Replayed, webhookChanges, webhookReads } from './calls.js';
import { PreviewBox, usePreview, WebhookPreviewWords } from './preview.js';
import { type ReplayedEndpoint, ReplayRange, useReplayRange } from './replay-range.js';

export const useReplays = (owner: string): LivePages<ReplayView> =>
  useLivePages(webhookReads.replays(owner), ({ id }) => id);

/** Beside the title of a list of replays. */
export const ReplayButtons = ({ owner, pages }: { owner: string; pages: LivePages<ReplayView> }) => (
  <span class="row-actions">
    {may('act') && (
      <OpenButton label={text().replays.start} kind="primary">
        {(close) => <ReplayDialog owner={owner} onDone={pages.refresh} onClose={close} />}
      </OpenButton>
    )}
    <DownloadMenu pages={pages} name="replays" />
  </span>
);

export const ReplayList = ({ caption, pages }: { caption: string; pages: LivePages<ReplayView> }) => {
  const t = text().replays;
  return (
    <PagedTable
      caption={caption}
      columns={replayColumns()}
      pages={pages}
      empty={<Empty title={t.none}>{t.noneText}</Empty>}
    />
  );
};

const replayColumns = (): Column<ReplayView>[] => {
  const t = text();
  return [
    {
      key: 'status',
      header: t.endpoints.state,
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
      header: t.endpoints.state,
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

type ReplayOfProps = {
  name: string;
  owner: string;
  /** Undefined while the form is not valid. */
  replayed: Replayed | undefined;
  onDone: () => void;
  onClose: () => void;
  children?: ComponentChildren;
};

/** Sends webhooks again as one replay, after a preview. */
export const ReplayOf = ({ name, owner, replayed, onDone, onClose, children }: ReplayOfProps) => {
  const t = text();
  const preview = usePreview<ReplayPreview>(`${owner}/webhook-replays/preview`, replayed);
  const isSelected = replayed !== undefined && 'delivery_ids' in replayed;
  return (
    <OwnActionDialog
      name={`${name}.replay`}
      title={t.replays.title}
      submit={t.replays.submit}
      isReady={(preview.value.value?.deliveries ?? 0) > 0}
      onClose={onClose}
      act={async (action) => {
        if (!replayed) return;
        await preview.act((shown) => webhookChanges.replay(owner, replayed, action, shown));
        say(t.replays.notice);
        onDone();
      }}
    >
      <p>{t.replays.text}</p>
      {children}
      <PreviewBox preview={preview}>
        {(value) => (
          <WebhookPreviewWords
            value={value}
            verb="sendsAgain"
            nothing={isSelected ? t.preview.nothingChosen : t.preview.nothingAgain}
          />
        )}
      </PreviewBox>
    </OwnActionDialog>
  );
};

type ReplayDialogProps = { owner: string; endpoint?: ReplayedEndpoint; onDone: () => void; onClose: () => void };

/** Asks for a time range, of all endpoints or of one. */
export const ReplayDialog = ({ owner, endpoint, onDone, onClose }: ReplayDialogProps) => {
  const name = endpoint?.id ?? owner;
  const range = useReplayRange(name, endpoint);
  const onSent = (): void => {
    range.discard();
    onDone();
  };
  return (
    <ReplayOf name={name} owner={owner} replayed={range.read()} onDone={onSent} onClose={onClose}>
      <ReplayRange range={range} endpoint={endpoint} />
    </ReplayOf>
  );
};
