import { useSignal } from '@preact/signals';
import type { DeadLetterView } from '@delivery/contracts';
import { Dialog } from '../../ui/dialog.js';
import { say } from '../../ui/notice.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';

type Ends = { onDone: () => void; onClose: () => void };

/** One after the other, so that a queue is not filled at once; those that are done are not repeated by another try. */
export const ReplayDialog = ({ letters, onDone, onClose }: Ends & { letters: readonly DeadLetterView[] }) => {
  const t = text().deadLetters;
  const done = useSignal(0);
  const replayRest = async (): Promise<void> => {
    for (const letter of letters.slice(done.value)) {
      await changes.replayDeadLetter(letter.id);
      done.value += 1;
    }
  };
  return (
    <Dialog
      title={t.replayTitle(letters.length)}
      submit={letters.length > 1 ? t.replayAll : t.replay}
      onClose={onClose}
      onSubmit={async () => {
        await replayRest().finally(onDone);
        say(t.replayed(letters.length));
      }}
    >
      <p>{t.replayText}</p>
      {done.value > 0 && <progress value={done.value} max={letters.length} aria-label={t.replayAll} />}
      {done.value > 0 && <p>{t.progress(done.value, letters.length)}</p>}
    </Dialog>
  );
};

export const RemoveDialog = ({ letter, onDone, onClose }: Ends & { letter: DeadLetterView }) => {
  const t = text().deadLetters;
  return (
    <Dialog
      title={t.removeTitle}
      submit={t.remove}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        await changes.deleteDeadLetter(letter.id);
        say(t.removed);
        onDone();
      }}
    >
      <p>{t.removeText}</p>
      <p class="quiet">
        <code>{letter.message_id}</code>
      </p>
    </Dialog>
  );
};
