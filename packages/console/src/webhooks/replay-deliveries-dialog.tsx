import type { WebhookPreview } from '@delivery/contracts';
import { operator } from '../api/session.js';
import { text } from '../text/index.js';
import { OwnActionDialog } from '../ui/dialog.js';
import { say } from '../ui/states.js';
import { webhookChanges, webhookPreviews } from './calls.js';
import { PreviewBox, WebhookPreviewWords } from './preview-box.js';
import { usePreview } from './use-preview.js';

type Props = { owner: string; deliveryIds: readonly string[]; onDone: () => void; onClose: () => void };

/** Sends the chosen webhooks again, as one replay. */
export const ReplayDeliveriesDialog = ({ owner, deliveryIds, onDone, onClose }: Props) => {
  const t = text();
  const wanted = { delivery_ids: deliveryIds };
  const preview = usePreview<WebhookPreview>(webhookPreviews.deliveries(owner), wanted);
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
