import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { CallError } from '../api/request.js';
import { noteThrownOut } from '../api/session.js';
import { text } from '../text/index.js';
import { ToneIcon } from './icons.js';
import { describeFailure } from './states.js';

export type DialogProps = {
  title: string;
  submit: string;
  /** The action cannot be undone. */
  isDangerous?: boolean;
  /** `false`: its effect is not known yet. */
  isReady?: boolean;
  /** Whether the form may be sent; where not, its fields say why. */
  check?: () => boolean;
  /** Whether a refusal is about fields, which then say so themselves. */
  explain?: ((error: CallError) => boolean) | undefined;
  /** Resolves when it is done. @throws CallError, which is shown in the dialog */
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
};

const faulty = '[aria-invalid], .faulty :checked';

/** Asks before something is done: a native dialog, so that focus stays inside, Esc closes it and focus goes back. */
export const Dialog = (props: DialogProps) => {
  const { title, submit, isDangerous, isReady = true, check, explain, onSubmit, onClose, children } = props;
  const t = text();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isBusy = useSignal(false);
  const failure = useSignal<string | undefined>(undefined);
  // Before it is painted: a key that is pressed at once is the dialog's.
  useLayoutEffect(() => ref.current?.showModal(), []);
  /** Once the fields are drawn with their faults. */
  const goToFault = (): void => {
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>(faulty)?.focus());
  };
  const run = async (): Promise<void> => {
    if (check?.() === false) return goToFault();
    isBusy.value = true;
    failure.value = undefined;
    try {
      await onSubmit();
      ref.current?.close();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.status === 401) return noteThrownOut();
      if (explain?.(error)) goToFault();
      else failure.value = describeFailure(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <dialog ref={ref} aria-labelledby={id} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy.value && isReady) void run();
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        {failure.value !== undefined && (
          <p class="failure" role="alert">
            <ToneIcon tone="bad" />
            {failure.value}
          </p>
        )}
        <div class="buttons">
          <button type="button" onClick={() => ref.current?.close()}>
            {t.cancel}
          </button>
          <button type="submit" class={isDangerous ? 'danger' : 'primary'} disabled={isBusy.value || !isReady}>
            {isBusy.value ? t.working : submit}
          </button>
        </div>
      </form>
    </dialog>
  );
};
