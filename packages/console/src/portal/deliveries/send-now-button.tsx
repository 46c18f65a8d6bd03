import { say } from '../../ui/notice.js';
import { changes } from '../api/changes.js';
import { doNow } from '../do-now.js';
import { text } from '../text/index.js';

/** Sends a waiting webhook without waiting for its next try. */
export const SendNowButton = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const t = text().catchUp;
  const send = doNow(async () => {
    await changes.sendNow(id);
    say(t.sendNowNotice);
    onDone();
  });
  return (
    <button type="button" onClick={send}>
      {t.sendNow}
    </button>
  );
};
