import { doNow, say } from '../../ui/states.js';
import { webhookChanges } from '../../webhooks/calls.js';
import { text } from '../text/index.js';

/** Sends a waiting webhook without waiting for its next try. */
export const SendNowButton = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const t = text().catchUp;
  const send = doNow(async () => {
    await webhookChanges.sendNow('', id, undefined);
    say(t.sendNowNotice);
    onDone();
  });
  return (
    <button type="button" onClick={send}>
      {t.sendNow}
    </button>
  );
};
