import type { ComponentChildren } from 'preact';
import type { OperatorAction } from '@delivery/contracts';
import { ActionButton } from '../../ui/buttons.js';
import { say } from '../../ui/states.js';
import { text } from '../text/index.js';

type EndSessionButtonProps = {
  id: string;
  act: (action: OperatorAction) => Promise<unknown>;
  onDone: () => void;
  /** What ends with it. */
  children: ComponentChildren;
};

/** Of the console or of a merchant's portal. */
export const EndSessionButton = ({ id, act, onDone, children }: EndSessionButtonProps) => {
  const t = text().sessions;
  const end = async (action: OperatorAction): Promise<void> => {
    await act(action);
    say(t.ended);
    onDone();
  };
  return (
    <span class="row-actions">
      <ActionButton name={`${id}.end`} label={t.end} title={t.endTitle} isDangerous act={end}>
        <p>{children}</p>
      </ActionButton>
    </span>
  );
};
