import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { text } from '../text/index.js';
import {
  ActionDialog,
  type ActionDialogProps,
  Dialog,
  type DialogProps,
  SecretDialog,
  type SecretDialogProps,
} from './dialog.js';
import { say } from './states.js';

type OpenButtonProps = {
  label: string;
  kind?: 'primary' | 'danger' | undefined;
  /** The content of the dialog, which is open until it calls `close`. */
  children: (close: () => void) => ComponentChildren;
};

/** A button that opens a dialog. */
export const OpenButton = ({ label, kind, children }: OpenButtonProps) => {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class={kind === 'primary' ? 'primary' : ''} onClick={() => (isOpen.value = true)}>
        {label}
      </button>
      {isOpen.value && children(() => (isOpen.value = false))}
    </>
  );
};

type DialogButtonProps = {
  /** The button's text. */
  label: string;
  title: string;
  /** The text of the button in the dialog, if it differs. */
  submit?: string;
  kind?: 'primary' | 'danger';
  explain?: DialogProps['explain'];
  /** Resolves when it is done. @throws CallError, which is shown in the dialog */
  act: () => Promise<void>;
  children: ComponentChildren;
};

/** A button that asks before it does something. */
export const DialogButton = ({ label, title, submit = label, kind, act, children, ...rest }: DialogButtonProps) => (
  <OpenButton label={label} kind={kind}>
    {(close) => (
      <Dialog {...rest} title={title} submit={submit} isDangerous={kind === 'danger'} onSubmit={act} onClose={close}>
        {children}
      </Dialog>
    )}
  </OpenButton>
);

type ActionButtonProps = Omit<ActionDialogProps, 'submit' | 'onClose'> & { label: string };

/** A button that asks who does it, and why, before it does something. */
export const ActionButton = ({ label, ...dialog }: ActionButtonProps) => (
  <OpenButton label={label}>{(close) => <ActionDialog {...dialog} submit={label} onClose={close} />}</OpenButton>
);

type SecretButtonProps = Omit<ActionButtonProps, 'act'> &
  Pick<SecretDialogProps, 'words'> & {
    act: (...action: Parameters<ActionButtonProps['act']>) => Promise<string | undefined>;
    /** Beside the secret. */
    after?: (secret: string) => ComponentChildren;
  };

/** A button whose action makes a secret, which is shown once. */
export const SecretButton = ({ words, act, after, ...button }: SecretButtonProps) => {
  const secret = useSignal<string | undefined>(undefined);
  return (
    <>
      <ActionButton {...button} act={async (action) => void (secret.value = await act(action))} />
      {secret.value !== undefined && (
        <SecretDialog words={words} secret={secret.value} onClose={() => (secret.value = undefined)}>
          {after?.(secret.value)}
        </SecretDialog>
      )}
    </>
  );
};

/** Copies a text that the page shows, or its own address. */
export const CopyButton = ({ label, what }: { label: string; what: () => string }) => (
  <button type="button" onClick={() => void copy(what())}>
    {label}
  </button>
);

/** Copies the address of the page. */
export const CopyLink = () => <CopyButton label={text().copyLink} what={() => location.href} />;

const copy = async (words: string): Promise<void> => {
  const t = text();
  try {
    // The clipboard exists only if the page came over TLS, or from this machine.
    await navigator.clipboard.writeText(words);
    say(t.copied);
  } catch {
    say(t.copyFailed, 'bad');
  }
};
