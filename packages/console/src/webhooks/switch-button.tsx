import { useSignal } from '@preact/signals';
import type { OperatorEndpoint, WebhookPreview } from '@delivery/contracts';
import { text } from '../text/index.js';
import { OpenButton } from '../ui/buttons.js';
import { OwnActionDialog } from '../ui/dialog.js';
import { endpointName } from '../ui/format.js';
import { say } from '../ui/states.js';
import { webhookChanges, webhookPreviews } from './calls.js';
import { SendsWaiting } from './sends-waiting.js';
import { usePreview } from './use-preview.js';

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

/** The dialog decides when it opens whether it enables or disables: another user's switch meanwhile does not reverse it. */
const SwitchDialog = (props: DialogProps) => {
  const enables = useSignal(props.endpoint.status === 'disabled').value;
  return enables ? <EnableDialog {...props} /> : <DisableDialog {...props} />;
};

type DialogProps = SwitchProps & { onClose: () => void };

const EnableDialog = ({ endpoint, onDone, onClose }: DialogProps) => {
  const t = text();
  const preview = usePreview<WebhookPreview>(webhookPreviews.enable(endpoint.id), {});
  return (
    <OwnActionDialog
      name={`${endpoint.id}.enable`}
      title={t.endpoints.enableTitle}
      submit={t.endpoints.enable}
      isReady={preview.value.value !== undefined}
      onClose={onClose}
      act={async (action) => {
        await preview.act((shown) => webhookChanges.enableEndpoint(endpoint.id, action, shown));
        say(t.endpoints.enabledNotice);
        onDone();
      }}
    >
      <SendsWaiting endpoint={endpoint} preview={preview} nothing={t.preview.nothingHeld}>
        {t.endpoints.enableText}
      </SendsWaiting>
    </OwnActionDialog>
  );
};

const DisableDialog = ({ endpoint, onDone, onClose }: DialogProps) => {
  const t = text().endpoints;
  return (
    <OwnActionDialog
      name={`${endpoint.id}.disable`}
      title={t.disableTitle}
      submit={t.disable}
      isDangerous
      onClose={onClose}
      act={async (action) => {
        await webhookChanges.disableEndpoint(endpoint.id, action);
        say(t.disabledNotice);
        onDone();
      }}
    >
      <p>{t.disableText}</p>
      <p class="address quiet">{endpointName(endpoint)}</p>
    </OwnActionDialog>
  );
};
