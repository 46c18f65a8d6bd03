import { DialogButton } from '../../ui/buttons.js';
import { say } from '../../ui/states.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';

/** Sends one settled webhook again. */
export const ReplayButton = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const t = text().deliveries;
  return (
    <DialogButton
      label={t.again}
      title={t.againTitle}
      act={async () => {
        await changes.replayDelivery(id);
        say(t.againNotice);
        onDone();
      }}
    >
      <p>{t.againText}</p>
    </DialogButton>
  );
};
