import type { DeadLetterAction, DeadLetterPreview, DeadLetterTarget, DeadLetterView } from '@delivery/contracts';
import { ActionDialog } from '../../ui/dialog.js';
import { formatCount, formatMoment } from '../../ui/format.js';
import { say } from '../../ui/states.js';
import { PreviewBox, usePreview } from '../../webhooks/preview.js';
import { changes } from '../calls.js';
import { text } from '../text/index.js';
import { nameReason, readOrigin } from './rules/dead-letters.js';

/** One message, or all that were refused for one reason. */
export type Target = { letter: DeadLetterView } | { group: { queue: string; reason: string } };

type DialogProps = { action: DeadLetterAction; target: Target; onDone: () => void; onClose: () => void };

/** Asks why messages are put back or deleted, and says how many they are. */
export const DeadLetterDialog = ({ action, target, onDone, onClose }: DialogProps) => {
  const t = text().deadLetters;
  const wanted = toWanted(target);
  const preview = usePreview<DeadLetterPreview>('/dead-letters/preview', { action, ...wanted });
  const replays = action === 'replay';
  return (
    <ActionDialog
      name={`${'letter' in target ? target.letter.id : `${target.group.queue} ${target.group.reason}`}.${action}`}
      title={replays ? t.replayTitle : t.removeTitle}
      submit={replays ? t.replay : t.remove}
      isDangerous={!replays}
      isReady={(preview.value.value?.messages ?? 0) > 0}
      onClose={onClose}
      act={async (why) => {
        await preview.act(async (shown) => {
          const { body } = await changes.settleDeadLetters(action, { ...wanted, ...why }, shown);
          const done = body?.done ?? 0;
          say(replays ? t.replayed(done) : t.removed(done));
        });
        onDone();
      }}
    >
      {'letter' in target ? (
        <p class="quiet">
          {describeReason(target.letter.reason)} <code>{target.letter.message_id}</code>
        </p>
      ) : (
        <p class="quiet">{describeReason(target.group.reason)}</p>
      )}
      <PreviewBox preview={preview}>{(value) => <PreviewWords value={value} />}</PreviewBox>
      <p>{replays ? t.replayText : t.removeText}</p>
    </ActionDialog>
  );
};

const toWanted = (target: Target): DeadLetterTarget =>
  'letter' in target
    ? { dead_letter_id: target.letter.id }
    : { queue: target.group.queue, refused_for: target.group.reason };

const PreviewWords = ({ value }: { value: DeadLetterPreview }) => {
  const t = text().deadLetters;
  const { moreThan } = text().preview;
  const counted = t.messages(value.messages, formatCount(value.messages));
  const messages = value.truncated ? moreThan(counted) : counted;
  return (
    <>
      <p class="preview-sum">{value.action === 'replay' ? t.putsBack(messages) : t.deletes(messages)}</p>
      {value.left_out > 0 && <p>{t.erasedLeft(value.left_out, formatCount(value.left_out))}</p>}
      {value.first_at !== null && value.last_at !== null && value.messages > 1 && (
        <p class="quiet">
          {t.between(formatMoment(Date.parse(value.first_at)), formatMoment(Date.parse(value.last_at)))}
        </p>
      )}
    </>
  );
};

/** In the chosen language, as far as the reason is known. */
export const describeReason = (reason: string): string => {
  const named = nameReason(reason);
  const words = named && text().deadLetters.reasons[named.name];
  return words ? words(...named.parts) : reason;
};

/** Where a message was published, in the chosen language; anything else as it is. */
export const describeOrigin = (detail: string | null): string | null => {
  const origin = detail === null ? undefined : readOrigin(detail);
  return origin ? text().deadLetters.origin(origin) : detail;
};
