import { ActionDialog, type ActionDialogProps } from './action-dialog.js';
import { OpenButton } from './open-button.js';

type ActionButtonProps = Omit<ActionDialogProps, 'submit' | 'onClose'> & { label: string };

/** A button that asks who does it, and why, before it does something. */
export const ActionButton = ({ label, ...dialog }: ActionButtonProps) => (
  <OpenButton label={label}>{(close) => <ActionDialog {...dialog} submit={label} onClose={close} />}</OpenButton>
);
