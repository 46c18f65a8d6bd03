import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../text/index.js';

/** What is said around it. `place`: the name of the field that has it. `kept`: what closes it, where that is not “Done”. */
type SecretWords = Record<'title' | 'text' | 'place', string> & { kept?: string };

type SecretDialogProps = { words: SecretWords; secret: string; onClose: () => void; children?: ComponentChildren };

/** Shows a secret, which cannot be shown again. Only the dialog's own button closes it, so that Esc does not lose it. */
export const SecretDialog = ({ words: t, secret, onClose, children }: SecretDialogProps) => {
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
        <h2 id={id}>{t.title}</h2>
        <p>{t.text}</p>
        <div class="secret">
          <textarea ref={box} class="code" rows={2} value={secret} readOnly aria-label={t.place} spellcheck={false} />
          <button type="button" onClick={() => void copy().catch(() => undefined)}>
            {isCopied.value ? text().copied : text().copy}
          </button>
        </div>
        {children}
        <div class="buttons">
          <button type="submit" class="primary">
            {t.kept ?? text().done}
          </button>
        </div>
      </form>
    </dialog>
  );
};
