import { useSignal } from '@preact/signals';
import { SecretDialog } from '../../ui/dialog.js';
import { say } from '../../ui/states.js';
import { text } from '../text/index.js';
import { AddEndpointDialog } from './add-endpoint-dialog.js';

/** Asks for an endpoint's settings, and then shows its secret. */
export const AddEndpointButton = ({ onDone }: { onDone: () => void }) => {
  const t = text().endpoints;
  const isOpen = useSignal(false);
  const secret = useSignal<string | undefined>(undefined);
  return (
    <>
      <button type="button" class="primary" onClick={() => (isOpen.value = true)}>
        {t.add}
      </button>
      {isOpen.value && (
        <AddEndpointDialog
          onAdded={(added) => {
            secret.value = added;
            if (added === undefined) say(t.addNotice);
            onDone();
          }}
          onClose={() => (isOpen.value = false)}
        />
      )}
      {!isOpen.value && secret.value !== undefined && (
        <SecretDialog
          words={t.secret}
          secret={secret.value}
          onClose={() => {
            secret.value = undefined;
            say(t.addNotice);
          }}
        />
      )}
    </>
  );
};
