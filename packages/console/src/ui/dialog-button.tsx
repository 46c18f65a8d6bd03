import type { ComponentChildren } from 'preact';
import { Dialog, type DialogProps } from './dialog.js';
import { OpenButton } from './open-button.js';

type DialogButtonProps = {
  /** The button's text. */
  label: string;
  title: string;
  /** The text of the button in the dialog, where it differs. */
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
