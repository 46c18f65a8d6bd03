import type { EndpointView } from '@delivery/contracts';
import { DialogButton } from '../../ui/dialog-button.js';
import { endpointName } from '../../ui/endpoint-name.js';
import { say } from '../../ui/notice.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';
import { EnableButton } from './enable-button.js';

type SwitchProps = { endpoint: Pick<EndpointView, 'id' | 'status' | 'name' | 'url'>; onDone: () => void };

/** Enables a disabled endpoint, and the other way round. The direction is decided when the dialog opens. */
export const SwitchButton = ({ endpoint, onDone }: SwitchProps) =>
  endpoint.status === 'disabled' ? (
    <EnableButton key="enable" endpoint={endpoint} onDone={onDone} />
  ) : (
    <DisableButton key="disable" endpoint={endpoint} onDone={onDone} />
  );

const DisableButton = ({ endpoint, onDone }: SwitchProps) => {
  const t = text().endpoints;
  return (
    <DialogButton
      label={t.disable}
      title={t.disableTitle}
      kind="danger"
      act={async () => {
        await changes.disableEndpoint(endpoint.id);
        say(t.disabledNotice);
        onDone();
      }}
    >
      <p>{t.disableText}</p>
      <p class="address quiet">{endpointName(endpoint)}</p>
    </DialogButton>
  );
};
