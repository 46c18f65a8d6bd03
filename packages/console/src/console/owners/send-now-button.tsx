import { ActionButton } from '../../ui/buttons.js';
import { say } from '../../ui/states.js';
import { webhookChanges } from '../../webhooks/calls.js';
import { text } from '../text/index.js';

type SendNowProps = { owner: string; delivery: { id: string }; onDone: () => void };

/** Sends a waiting webhook without waiting for its next try. */
export const SendNowButton = ({ owner, delivery, onDone }: SendNowProps) => {
  const t = text().catchUp;
  return (
    <ActionButton
      name={`${delivery.id}.send-now`}
      label={t.sendNow}
      title={t.sendNowTitle}
      act={async (action) => {
        await webhookChanges.sendNow(owner, delivery.id, action);
        say(t.sendNowNotice);
        onDone();
      }}
    >
      <p>{t.sendNowText}</p>
    </ActionButton>
  );
};
