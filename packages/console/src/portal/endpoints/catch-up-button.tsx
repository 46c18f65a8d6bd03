import type { EndpointView, WebhookPreview } from '@delivery/contracts';
import { Dialog } from '../../ui/dialog.js';
import { say } from '../../ui/notice.js';
import { OpenButton } from '../../ui/open-button.js';
import { SendsWaiting } from '../../webhooks/sends-waiting.js';
import { usePreview } from '../../webhooks/use-preview.js';
import { changes, previewPaths } from '../api/changes.js';
import { text } from '../text/index.js';

type CatchUpProps = { endpoint: Pick<EndpointView, 'id' | 'name' | 'url'>; onDone: () => void };

/** Sends what waits for an endpoint without waiting for the next tries. */
export const CatchUpButton = (props: CatchUpProps) => (
  <OpenButton label={text().catchUp.catchUp}>{(close) => <CatchUpDialog {...props} onClose={close} />}</OpenButton>
);

const CatchUpDialog = ({ endpoint, onDone, onClose }: CatchUpProps & { onClose: () => void }) => {
  const t = text().catchUp;
  const preview = usePreview<WebhookPreview>(previewPaths.catchUp(endpoint.id), {});
  return (
    <Dialog
      title={t.catchUpTitle}
      submit={t.catchUp}
      isReady={preview.value.value !== undefined}
      onClose={onClose}
      onSubmit={async () => {
        await preview.act((shown) => changes.catchUp(endpoint.id, shown));
        say(t.catchUpNotice);
        onDone();
      }}
    >
      <SendsWaiting endpoint={endpoint} preview={preview} nothing={t.nothingWaits}>
        {t.catchUpText}
      </SendsWaiting>
    </Dialog>
  );
};
