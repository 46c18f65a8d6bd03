import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../text/index.js';

/** Shows a secret, which cannot be shown again. Only the dialog's own button closes it, so that Esc does not lose it. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const t = text().endpoints;
  const dialog = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const isCopied = useSignal(false);
  const id = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const copy = async (): Promise<void> => {
    box.current?.select();
    // Only where the page came over TLS, or from this machine; else the user copies the selected text by hand.
    if (!('clipboard' in navigator)) return;
    await navigator.clipboard.writeText(secret);
    isCopied.value = true;
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
      }}
      onClose={onClose}
    >
      <form method="dialog">
        <h2 id={id}>{t.secretTitle}</h2>
        <p>{t.secretText}</p>
        <div class="secret">
          <textarea
            ref={box}
            class="code"
            rows={2}
            value={secret}
            readOnly
            aria-label={t.secretPlace}
            spellcheck={false}
          />
          <button type="button" onClick={() => void copy().catch(() => undefined)}>
            {isCopied.value ? t.secretCopied : t.secretCopy}
          </button>
        </div>
        <div class="buttons">
          <button type="submit" class="primary">
            {t.secretKept}
          </button>
        </div>
      </form>
    </dialog>
  );
};
