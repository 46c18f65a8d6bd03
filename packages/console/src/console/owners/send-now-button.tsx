import type { DeliveryView } from '@delivery/contracts';
import { say } from '../../ui/notice.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';
import { ActionButton } from '../ui/action-button.js';

type SendNowProps = { ownerId: string; delivery: Pick<DeliveryView, 'id'>; onDone: () => void };

/** Sends a waiting webhook without waiting for its next try. */
export const SendNowButton = ({ ownerId, delivery, onDone }: SendNowProps) => {
  const t = text().catchUp;
  return (
    <ActionButton
      name={`${delivery.id}.send-now`}
      label={t.sendNow}
      title={t.sendNowTitle}

      act={async (action) => {
        await changes.sendNow(ownerId, delivery.id, action);
        say(t.sendNowNotice);
        onDone();
      }}
    >
      <p>{t.sendNowText}</p>
    </ActionButton>
  );
};
