import type { WebhookPreview } from '@delivery/contracts';
import { text } from '../text/index.js';
import { OwnActionDialog } from '../ui/dialog.js';
import { say } from '../ui/states.js';
import { webhookChanges, webhookPreviews } from './calls.js';
import { PreviewBox, WebhookPreviewWords } from './preview-box.js';
import { type ReplayedEndpoint, ReplayRange, useReplayRange } from './replay-range.js';
import { usePreview } from './use-preview.js';

type ReplayDialogProps = { owner: string; endpoint?: ReplayedEndpoint; onDone: () => void; onClose: () => void };

/** Sends a range of webhooks again, of all endpoints or of one, after a preview. */
export const ReplayDialog = ({ owner, endpoint, onDone, onClose }: ReplayDialogProps) => {
  const t = text();
  const name = `${endpoint?.id ?? owner}.replay`;
  const range = useReplayRange(name, endpoint);
  const wanted = range.read();
  const preview = usePreview<WebhookPreview>(webhookPreviews.range(owner), wanted);
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
