import { useSignal } from '@preact/signals';
import type { OperatorEndpoint, WebhookPreview } from '@delivery/contracts';
import { endpointName } from '../../ui/endpoint-name.js';
import { say } from '../../ui/notice.js';
import { OpenButton } from '../../ui/open-button.js';
import { SendsWaiting } from '../../webhooks/sends-waiting.js';
import { usePreview } from '../../webhooks/use-preview.js';
import { changes, previewPaths } from '../api/changes.js';
import { text } from '../text/index.js';
import { ActionDialog } from '../ui/action-dialog.js';

type SwitchProps = { endpoint: Pick<OperatorEndpoint, 'id' | 'status' | 'name' | 'url'>; onDone: () => void };

export const SwitchButton = (props: SwitchProps) => {
  const t = text().endpoints;
  const isDisabled = props.endpoint.status === 'disabled';
  return (
    <OpenButton label={isDisabled ? t.enable : t.disable} kind={isDisabled ? 'primary' : undefined}>
      {(close) => <SwitchDialog {...props} onClose={close} />}
    </OpenButton>
  );
};

/** The dialog decides when it opens whether it enables or disables: another operator's switch meanwhile does not reverse it. */
const SwitchDialog = (props: DialogProps) => {
  const enables = useSignal(props.endpoint.status === 'disabled').value;
  return enables ? <EnableDialog {...props} /> : <DisableDialog {...props} />;
};

type DialogProps = SwitchProps & { onClose: () => void };

const EnableDialog = ({ endpoint, onDone, onClose }: DialogProps) => {
  const t = text();
  const preview = usePreview<WebhookPreview>(previewPaths.enable(endpoint.id), {});
  return (
    <ActionDialog
      name={`${endpoint.id}.enable`}
      title={t.endpoints.enableTitle}
      submit={t.endpoints.enable}
      isReady={preview.value.value !== undefined}
      onClose={onClose}
      act={async (action) => {
        await preview.act((shown) => changes.enableEndpoint(endpoint.id, action, shown));
        say(t.endpoints.enabledNotice);
        onDone();
      }}
    >
      <SendsWaiting endpoint={endpoint} preview={preview} nothing={t.preview.nothingHeld}>
        {t.endpoints.enableText}
      </SendsWaiting>
    </ActionDialog>
  );
};

const DisableDialog = ({ endpoint, onDone, onClose }: DialogProps) => {
  const t = text().endpoints;
  return (
    <ActionDialog
      name={`${endpoint.id}.disable`}
      title={t.disableTitle}
      submit={t.disable}
      isDangerous
      onClose={onClose}
      act={async (action) => {
        await changes.disableEndpoint(endpoint.id, action);
        say(t.disabledNotice);
        onDone();
      }}
    >
      <p>{t.disableText}</p>
      <p class="address quiet">{endpointName(endpoint)}</p>
    </ActionDialog>
  );
};
