import type { WebhookPreview } from '@delivery/contracts';
import { Dialog } from '../../ui/dialog.js';
import { say } from '../../ui/notice.js';
import { PreviewBox, WebhookPreviewWords } from '../../webhooks/preview-box.js';
import { type ReplayedEndpoint, ReplayRange, useReplayRange } from '../../webhooks/replay-range.js';
import { usePreview } from '../../webhooks/use-preview.js';
import { changes, previewPaths } from '../api/changes.js';
import { text } from '../text/index.js';

type ReplayDialogProps = { endpoint?: ReplayedEndpoint; onDone: () => void; onClose: () => void };

/** Sends a range of webhooks again, of all endpoints or of one, after a preview. */
export const ReplayDialog = ({ endpoint, onDone, onClose }: ReplayDialogProps) => {
  const t = text();
  const range = useReplayRange(`replay ${endpoint?.id ?? ''}`, endpoint);
  const wanted = range.read();
  const preview = usePreview<WebhookPreview>(previewPaths.range, wanted);
  return (
    <Dialog
      title={t.replays.title}
      submit={t.replays.submit}
      isReady={(preview.value.value?.deliveries ?? 0) > 0}
      onClose={onClose}
      onSubmit={async () => {
        if (!wanted) return;
        await preview.act((shown) => changes.startReplay(wanted, shown));
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
    </Dialog>
  );
};
