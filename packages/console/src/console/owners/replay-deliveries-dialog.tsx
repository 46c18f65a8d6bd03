import type { WebhookPreview } from '@delivery/contracts';
import { say } from '../../ui/notice.js';
import type { ReplayChosen } from '../../webhooks/deliveries-to-replay.js';
import { PreviewBox, WebhookPreviewWords } from '../../webhooks/preview-box.js';
import { usePreview } from '../../webhooks/use-preview.js';
import { changes, previewPaths } from '../api/changes.js';
import { text } from '../text/index.js';
import { ActionDialog } from '../ui/action-dialog.js';

type Props = ReplayChosen & { ownerId: string };

/** Sends the chosen webhooks again, as one replay. */
export const ReplayDeliveriesDialog = ({ ownerId, deliveryIds, onDone, onClose }: Props) => {
  const t = text();
  const wanted = { delivery_ids: deliveryIds };
  const preview = usePreview<WebhookPreview>(previewPaths.deliveries(ownerId), wanted);
  return (
    <ActionDialog
      name={`${ownerId}.replay-deliveries`}
      title={t.replays.title}
      submit={t.replays.submit}
      isReady={(preview.value.value?.deliveries ?? 0) > 0}
      onClose={onClose}
      act={async (action) => {
        await preview.act((shown) => changes.replayDeliveries(ownerId, { ...action, ...wanted }, shown));
        say(t.replays.notice);
        onDone();
      }}
    >
      <PreviewBox preview={preview}>
        {(value) => <WebhookPreviewWords value={value} verb="sendsAgain" nothing={t.preview.nothingChosen} />}
      </PreviewBox>
    </ActionDialog>
  );
};
