import { useSignal } from '@preact/signals';
import type { MerchantView } from '@delivery/contracts';
import { may } from '../../api/session.js';
import { OpenButton } from '../../ui/buttons.js';
import { ActionDialog } from '../../ui/dialog.js';
import { say } from '../../ui/states.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';

export type CallerSwitchProps = {
  kind: 'merchant' | 'platform' | 'courier';
  /** Of the caller, in the operator API. */
  path: string;
  status: MerchantView['status'];
  refresh: () => void;
};

/** Who may administer has the calls of a merchant, a platform or a courier's system refused, or answered again. */
export const CallerSwitch = (props: CallerSwitchProps) => {
  const t = text().endpoints;
  if (!may('administer')) return null;
  const isDisabled = props.status === 'disabled';
  return (
    <OpenButton label={isDisabled ? t.enable : t.disable} kind={isDisabled ? 'primary' : undefined}>
      {(close) => <SwitchDialog {...props} onClose={close} />}
    </OpenButton>
  );
};

/** It does what it was opened for, whatever another operator does meanwhile. */
const SwitchDialog = ({ kind, path, status, refresh, onClose }: CallerSwitchProps & { onClose: () => void }) => {
  const { callerSwitch: t, endpoints } = text();
  const enables = useSignal(status === 'disabled').value;
  return (
    <ActionDialog
      name={`${path}.switch`}
      title={enables ? t[kind].enableTitle : t[kind].disableTitle}
      submit={enables ? endpoints.enable : endpoints.disable}
      isDangerous={!enables}
      onClose={onClose}
      act={async (action) => {
        await changes.setStatus(path, { ...action, status: enables ? 'active' : 'disabled' });
        say(enables ? t.enabled : t.disabled);
        refresh();
      }}
    >
      <p>{enables ? t.enableText : t[kind].disableText}</p>
    </ActionDialog>
  );
};
