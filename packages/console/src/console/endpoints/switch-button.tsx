import { useSignal } from '@preact/signals';
import type { OperatorEndpoint } from '@delivery/contracts';
import { formatBounded } from '../../ui/format.js';
import { say } from '../../ui/notice.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';
import { ActionDialog } from '../ui/action-dialog.js';

type SwitchProps = { endpoint: Pick<OperatorEndpoint, 'id' | 'status' | 'url'>; waiting: number; onDone: () => void };

export const SwitchButton = (props: SwitchProps) => {
  const t = text().endpoints;
  const isOpen = useSignal(false);
  const isDisabled = props.endpoint.status === 'disabled';
  const close = (): void => {
    isOpen.value = false;
  };
  return (
    <>
      <button
        type="button"
        class={isDisabled ? 'primary' : ''}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {isDisabled ? t.enable : t.disable}
      </button>
      {isOpen.value && <SwitchDialog {...props} onClose={close} />}
    </>
  );
};

/** What it does is settled when it opens: an endpoint that somebody else switches meanwhile does not turn the question round. */
const SwitchDialog = ({ endpoint, waiting, onDone, onClose }: SwitchProps & { onClose: () => void }) => {
  const t = text().endpoints;
  const enables = useSignal(endpoint.status === 'disabled').value;
  const name = `${endpoint.id}.${enables ? 'enable' : 'disable'}`;
  return (
    <ActionDialog
      name={name}
      title={enables ? t.enableTitle : t.disableTitle}
      submit={enables ? t.enable : t.disable}
      isDangerous={!enables}
      onClose={onClose}
      act={async (action) => {
        await (enables ? changes.enableEndpoint(endpoint.id, action) : changes.disableEndpoint(endpoint.id, action));
        say(enables ? t.enabledNotice : t.disabledNotice);
        onDone();
      }}
    >
      <p>{enables ? t.enableText(formatBounded(waiting)) : t.disableText}</p>
      <p class="address quiet">{endpoint.url ?? t.pulled}</p>
    </ActionDialog>
  );
};
