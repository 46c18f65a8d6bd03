import type { EndpointView, WebhookPreview } from '@delivery/contracts';
import { Dialog } from '../../ui/dialog.js';
import { say } from '../../ui/notice.js';
import { OpenButton } from '../../ui/open-button.js';
import { SendsWaiting } from '../../webhooks/sends-waiting.js';
import { usePreview } from '../../webhooks/use-preview.js';
import { changes, previewPaths } from '../api/changes.js';
import { text } from '../text/index.js';

type EnableProps = { endpoint: Pick<EndpointView, 'id' | 'name' | 'url'>; onDone: () => void };

export const EnableButton = (props: EnableProps) => (
  <OpenButton label={text().endpoints.enable} kind="primary">
    {(close) => <EnableDialog {...props} onClose={close} />}
  </OpenButton>
);

const EnableDialog = ({ endpoint, onDone, onClose }: EnableProps & { onClose: () => void }) => {
  const t = text();
  const preview = usePreview<WebhookPreview>(previewPaths.enable(endpoint.id), {});
  return (
    <Dialog
      title={t.endpoints.enableTitle}
      submit={t.endpoints.enable}
      isReady={preview.value.value !== undefined}
      onClose={onClose}
      onSubmit={async () => {
        await preview.act((shown) => changes.enableEndpoint(endpoint.id, shown));
        say(t.endpoints.enabledNotice);
        onDone();
      }}
    >
      <SendsWaiting endpoint={endpoint} preview={preview} nothing={t.preview.nothingHeld}>
        {t.endpoints.enableText}
      </SendsWaiting>
    </Dialog>
  );
};
