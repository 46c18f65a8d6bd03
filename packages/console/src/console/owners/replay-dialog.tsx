import type { WebhookPreview } from '@delivery/contracts';
import { say } from '../../ui/notice.js';
import { PreviewBox, WebhookPreviewWords } from '../../webhooks/preview-box.js';
import { type ReplayedEndpoint, ReplayRange, useReplayRange } from '../../webhooks/replay-range.js';
import { usePreview } from '../../webhooks/use-preview.js';
import { changes, previewPaths } from '../api/changes.js';
import { text } from '../text/index.js';
import { ActionDialog } from '../ui/action-dialog.js';

type ReplayDialogProps = { ownerId: string; endpoint?: ReplayedEndpoint; onDone: () => void; onClose: () => void };

export const ReplayDialog = ({ ownerId, endpoint, onDone, onClose }: ReplayDialogProps) => {
  const t = text();
  const name = `${endpoint?.id ?? ownerId}.replay`;
  const range = useReplayRange(name, endpoint);
  const wanted = range.read();
  const preview = usePreview<WebhookPreview>(previewPaths.range(ownerId), wanted);
  return (
    <ActionDialog
      name={name}
      title={t.replays.title}
      submit={t.replays.submit}
      isReady={(preview.value.value?.deliveries ?? 0) > 0}
      onClose={onClose}
      act={async (action) => {
        if (!wanted) return;
        await preview.act((shown) => changes.startReplay(ownerId, { ...action, ...wanted }, shown));
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
    </ActionDialog>
  );
};
