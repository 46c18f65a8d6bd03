import type { OperatorAction } from '@delivery/contracts';
import { operator } from '../api/session.js';
import { remember, remembered } from '../browser/remembered.js';
import { text } from '../text/index.js';
import { Dialog, type DialogProps } from './dialog.js';
import { discardDraft, draft } from './draft.js';
import { Field } from './field.js';

type Asked<Action> = Omit<DialogProps, 'onSubmit'> & {
  /** Names what is being typed, so that it is found again. */
  name: string;
  act: (action: Action) => Promise<void>;
};

export type ActionDialogProps = Asked<OperatorAction>;

/** Who does it, and why, is written down with what is done for a merchant. A person’s name is known, a token’s holder is asked for it. */
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

/** The same of what merchants do for themselves too: they are not asked, and `action` is undefined. */
export const OwnActionDialog = ({ name, act, ...dialog }: Asked<OperatorAction | undefined>) =>
  operator.value ? (
    <ActionDialog {...dialog} name={name} act={act} />
  ) : (
    <Dialog {...dialog} onSubmit={() => act(undefined)} />
  );
