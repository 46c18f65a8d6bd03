import type { EndpointView, WebhookPreview } from '@delivery/contracts';
import { text } from '../text/index.js';
import { OpenButton } from '../ui/buttons.js';
import { OwnActionDialog } from '../ui/dialog.js';
import { say } from '../ui/states.js';
import { webhookChanges, webhookPreviews } from './calls.js';
import { SendsWaiting } from './sends-waiting.js';
import { usePreview } from './use-preview.js';

type CatchUpProps = { endpoint: Pick<EndpointView, 'id' | 'name' | 'url'>; onDone: () => void };

/** Sends what waits for an endpoint without waiting for the next tries. */
export const CatchUpButton = (props: CatchUpProps) => (
  <OpenButton label={text().catchUp.catchUp}>{(close) => <CatchUpDialog {...props} onClose={close} />}</OpenButton>
);

const CatchUpDialog = ({ endpoint, onDone, onClose }: CatchUpProps & { onClose: () => void }) => {
  const t = text().catchUp;
  const preview = usePreview<WebhookPreview>(webhookPreviews.catchUp(endpoint.id), {});
  return (
    <OwnActionDialog
      name={`${endpoint.id}.catch-up`}
      title={t.catchUpTitle}
      submit={t.catchUp}
      isReady={preview.value.value !== undefined}
      onClose={onClose}
      act={async (action) => {
        await preview.act((shown) => webhookChanges.catchUp(endpoint.id, action, shown));
        say(t.catchUpNotice);
        onDone();
      }}
    >
      <SendsWaiting endpoint={endpoint} preview={preview} nothing={t.nothingWaits}>
        {t.catchUpText}
      </SendsWaiting>
    </OwnActionDialog>
  );
};
