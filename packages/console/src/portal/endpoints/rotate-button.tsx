import { useSignal } from '@preact/signals';
import type { EndpointView } from '@delivery/contracts';
import { DialogButton } from '../../ui/buttons.js';
import { SecretDialog } from '../../ui/dialog.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';

/** Makes a new secret, and shows it once. */
export const RotateButton = ({ endpoint }: { endpoint: Pick<EndpointView, 'id'> }) => {
  const t = text().endpoints;
  const secret = useSignal<string | undefined>(undefined);
  return (
    <>
      <DialogButton
        label={t.rotate}
        title={t.rotateTitle}
        act={async () => {
          const { body } = await changes.rotateSecret(endpoint.id);
          secret.value = body?.secret;
        }}
      >
        <p>{t.rotateText}</p>
      </DialogButton>
      {secret.value !== undefined && (
        <SecretDialog words={t.secret} secret={secret.value} onClose={() => (secret.value = undefined)} />
      )}
    </>
  );
};
