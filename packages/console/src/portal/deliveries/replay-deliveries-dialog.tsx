import type { WebhookPreview } from '@delivery/contracts';
import { Dialog } from '../../ui/dialog.js';
import { say } from '../../ui/notice.js';
import type { ReplayChosen } from '../../webhooks/deliveries-to-replay.js';
import { PreviewBox, WebhookPreviewWords } from '../../webhooks/preview-box.js';
import { usePreview } from '../../webhooks/use-preview.js';
import { changes, previewPaths } from '../api/changes.js';
import { text } from '../text/index.js';

/** Sends the chosen webhooks again, as one replay. */
export const ReplayDeliveriesDialog = ({ deliveryIds, onDone, onClose }: ReplayChosen) => {
  const t = text();
  const wanted = { delivery_ids: deliveryIds };
  const preview = usePreview<WebhookPreview>(previewPaths.deliveries, wanted);
  return (
    <Dialog
      title={t.replays.title}
      submit={t.replays.submit}
      isReady={(preview.value.value?.deliveries ?? 0) > 0}
      onClose={onClose}
      onSubmit={async () => {
        await preview.act((shown) => changes.replayDeliveries(wanted, shown));
        say(t.replays.notice);
        onDone();
      }}
    >
      <PreviewBox preview={preview}>
        {(value) => <WebhookPreviewWords value={value} verb="sendsAgain" nothing={t.preview.nothingChosen} />}
      </PreviewBox>
      <p>{t.deliveries.againManyText}</p>
    </Dialog>
  );
};
