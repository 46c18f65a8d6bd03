import { type Signal, useSignal } from '@preact/signals';
import type { EndpointSignature, EndpointView } from '@delivery/contracts';
import { CopyButton, DialogButton } from '../../ui/buttons.js';
import { SecretDialog } from '../../ui/dialog.js';
import { OneOf } from '../../ui/fields.js';
import { say } from '../../ui/states.js';
import { changes } from '../calls.js';
import { text } from '../text/index.js';

const signatures = ['hmac-sha256', 'ed25519'] as const satisfies readonly EndpointSignature[];

/** With which algorithm webhooks are signed. */
export const SignatureChoice = ({ chosen }: { chosen: Signal<EndpointSignature> }) => {
  const t = text().endpoints;
  return <OneOf legend={t.signature} words={t.signatures} all={signatures} chosen={chosen} />;
};

/** The algorithm, and the public key if there is one: a secret is never shown again. */
export const signatureFacts = ({ signature, public_key: publicKey }: EndpointView) => {
  const t = text().endpoints;
  return [
    [t.signature, t.signatures[signature]] as const,
    ...(publicKey === null
      ? []
      : [
          [
            t.publicKey,
            <>
              <code>{publicKey}</code> <CopyButton label={text().copy} what={() => publicKey} />
            </>,
          ] as const,
        ]),
  ];
};

type RotateProps = { endpoint: Pick<EndpointView, 'id' | 'signature'>; onDone: () => void };

/** Makes a new secret, which is shown once, or a new key, whose public half the page shows. */
export const RotateButton = ({ endpoint, onDone }: RotateProps) => {
  const t = text().endpoints;
  const signature = useSignal(endpoint.signature);
  const secret = useSignal<string | null>(null);
  return (
    <>
      <DialogButton
        label={t.rotate}
        title={t.rotateTitle}
        act={async () => {
          const { body } = await changes.rotateSecret(endpoint.id, signature.value);
          secret.value = body?.secret ?? null;
          if (secret.value === null) say(t.rotatedKey);
          onDone();
        }}
      >
        <SignatureChoice chosen={signature} />
        <p>{t.rotateText}</p>
      </DialogButton>
      {secret.value !== null && (
        <SecretDialog words={t.secret} secret={secret.value} onClose={() => (secret.value = null)} />
      )}
    </>
  );
};
