import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.js';
import { OpenButton } from './open-button.js';

type DialogButtonProps = {
  /** What the button says. */
  label: string;
  title: string;
  /** What the button in the dialog says, where it is another. */
  submit?: string;
  kind?: 'primary' | 'danger';
  /** Resolves when it is done. @throws CallError, which is told in the dialog */
  act: () => Promise<void>;
  children: ComponentChildren;
};

/** A button that asks before it does something. */
export const DialogButton = ({ label, title, submit = label, kind, act, children }: DialogButtonProps) => (
  <OpenButton label={label} kind={kind}>
    {(close) => (
      <Dialog title={title} submit={submit} isDangerous={kind === 'danger'} onSubmit={act} onClose={close}>
        {children}
      </Dialog>
    )}
  </OpenButton>
);
