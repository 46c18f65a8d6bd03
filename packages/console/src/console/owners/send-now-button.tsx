import type { DeliveryView } from '@delivery/contracts';
import { say } from '../../ui/notice.js';
import { OpenButton } from '../../ui/open-button.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';
import { ActionDialog } from '../ui/action-dialog.js';

type SendNowProps = { ownerId: string; delivery: Pick<DeliveryView, 'id'>; onDone: () => void };

/** Sends a waiting webhook without waiting for its next try. */
export const SendNowButton = ({ ownerId, delivery, onDone }: SendNowProps) => {
  const t = text().catchUp;
  return (
    <OpenButton label={t.sendNow}>
      {(close) => (
        <ActionDialog
          name={`${delivery.id}.send-now`}
          title={t.sendNowTitle}
          submit={t.sendNow}
          onClose={close}
          act={async (action) => {
            await changes.sendNow(ownerId, delivery.id, action);
            say(t.sendNowNotice);
            onDone();
          }}
        >
          <p>{t.sendNowText}</p>
        </ActionDialog>
      )}
    </OpenButton>
  );
};
