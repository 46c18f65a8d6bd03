import type { EndpointView } from '@delivery/contracts';
import { DialogButton } from '../../ui/dialog-button.js';
import { formatBounded } from '../../ui/format.js';
import { say } from '../../ui/notice.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';

type SwitchProps = { endpoint: Pick<EndpointView, 'id' | 'status' | 'url'>; waiting?: number; onDone: () => void };

/** Enables what is disabled, and the other way round. What it would do stays as it was when it was asked for. */
export const SwitchButton = ({ endpoint, waiting, onDone }: SwitchProps) =>
  endpoint.status === 'disabled' ? (
    <EnableButton key="enable" endpoint={endpoint} waiting={waiting ?? 0} onDone={onDone} />
  ) : (
    <DisableButton key="disable" endpoint={endpoint} onDone={onDone} />
  );

const EnableButton = ({ endpoint, waiting, onDone }: Required<SwitchProps>) => {
  const t = text().endpoints;
  return (
    <DialogButton
      label={t.enable}
      title={t.enableTitle}
      kind="primary"
      act={async () => {
        await changes.enableEndpoint(endpoint.id);
        say(t.enabledNotice);
        onDone();
      }}
    >
      <p>{t.enableText(formatBounded(waiting))}</p>
      <p class="address quiet">{endpoint.url ?? t.pulled}</p>
    </DialogButton>
  );
};

const DisableButton = ({ endpoint, onDone }: Omit<SwitchProps, 'waiting'>) => {
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
      <p class="address quiet">{endpoint.url ?? t.pulled}</p>
    </DialogButton>
  );
};
