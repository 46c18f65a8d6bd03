import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { OperatorAction } from '@delivery/contracts';
import { CallError } from '../api/request.js';
import { noteThrownOut, operator } from '../api/session.js';
import { remember, remembered } from '../browser/remembered.js';
import { text } from '../text/index.js';
import { Failure } from './attempt.js';
import { discardDraft, draft, Field } from './fields.js';
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
        {failure.value !== undefined && <Failure words={failure.value} />}
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

type Asked<Action> = Omit<DialogProps, 'onSubmit'> & {
  /** Names what is being typed, so that it is found again. */
  name: string;
  act: (action: Action) => Promise<void>;
};

export type ActionDialogProps = Asked<OperatorAction>;

/**
 * An action for a merchant is recorded with its actor and reason. A person's name is known; the holder of a token is
 * asked for it.
 */
export const ActionDialog = ({ name, act, children, ...dialog }: ActionDialogProps) => {
  const { action } = text();
  const person = operator.value?.person ?? undefined;
  const by = draft('operator', remembered('operator'));
  const reason = draft(`${name}.reason`);
  const submit = async (): Promise<void> => {
    await act({ by: person ?? by.value, reason: reason.value });
    if (person === undefined) remember('operator', by.value);
    discardDraft(`${name}.reason`);
  };
  return (
    <Dialog {...dialog} onSubmit={submit}>
      {children}
      {person === undefined && (
        <Field label={action.by} hint={action.byHint} value={by} maxLength={64} autoComplete="name" />
      )}
      <Field label={action.reason} hint={action.reasonHint} value={reason} maxLength={200} />
    </Dialog>
  );
};

/** Like `ActionDialog`, for actions that merchants do themselves too: they are not asked, and `action` is undefined. */
export const OwnActionDialog = ({ name, act, ...dialog }: Asked<OperatorAction | undefined>) =>
  operator.value ? (
    <ActionDialog {...dialog} name={name} act={act} />
  ) : (
    <Dialog {...dialog} onSubmit={() => act(undefined)} />
  );

/** `kept`: the words of the button that closes it, if they are not “Done”. */
type SecretWords = Record<'title' | 'text', string> & { kept?: string };

export type SecretDialogProps = {
  words: SecretWords;
  /** The one that the title names, or several by their labels. */
  secret: string | Readonly<Record<string, string>>;
  onClose: () => void;
  children?: ComponentChildren;
};

/** Shows secrets, which cannot be shown again. Only the dialog's own button closes it, so that Esc does not lose it. */
export const SecretDialog = ({ words: t, secret, onClose, children }: SecretDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
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
        {typeof secret === 'string' ? (
          <Secret label={t.title} secret={secret} />
        ) : (
          Object.entries(secret).map(([label, value]) => (
            <div key={label} class="field">
              <strong>{label}</strong>
              <Secret label={label} secret={value} />
            </div>
          ))
        )}
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

const Secret = ({ label, secret }: { label: string; secret: string }) => {
  const box = useRef<HTMLTextAreaElement>(null);
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    box.current?.select();
    // Only where the page came over TLS, or from this machine; else the user copies the selected text by hand.
    if (!('clipboard' in navigator)) return;
    await navigator.clipboard.writeText(secret);
    isCopied.value = true;
  };
  return (
    <div class="secret">
      <textarea ref={box} class="code" rows={2} value={secret} readOnly aria-label={label} spellcheck={false} />
      <button type="button" onClick={() => void copy().catch(() => undefined)}>
        {isCopied.value ? text().copied : text().copy}
      </button>
    </div>
  );
};
