import { useSignal } from '@preact/signals';
import { changes, type NewReplay } from '../api/changes.js';
import { text } from '../text/index.js';
import { ActionDialog } from '../ui/action-dialog.js';
import { discardDraft, draft } from '../ui/draft.js';
import { Field } from '../ui/field.js';
import { say } from '../ui/notice.js';

type ReplayDialogProps = { merchantId: string; onDone: () => void; onClose: () => void };

const dayMs = 86_400_000;

/** As an input of this kind has it: in the browser's time zone, to the minute. */
const toLocalInput = (atMs: number): string => {
  const at = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return at.toISOString().slice(0, 16);
};

export const ReplayDialog = ({ merchantId, onDone, onClose }: ReplayDialogProps) => {
  const t = text();
  const name = `${merchantId}.replay`;
  const since = draft(`${name}.since`, toLocalInput(Date.now() - dayMs));
  // The minute that has begun belongs to it.
  const until = draft(`${name}.until`, toLocalInput(Date.now() + 60_000));
  const isChosen = useSignal<Readonly<Record<NewReplay['states'][number], boolean>>>({
    exhausted: true,
    delivered: false,
  });
  const states = (['exhausted', 'delivered'] as const).filter((state) => isChosen.value[state]);
  const labels = { exhausted: t.replays.statesExhausted, delivered: t.replays.statesDelivered };
  return (
    <ActionDialog
      name={name}
      title={t.replays.title}
      submit={t.replays.submit}
      onClose={onClose}
      act={async (action) => {
        await changes.startReplay(merchantId, {
          ...action,
          since: toUtc(since.value),
          until: toUtc(until.value),
          states,
        });
        discardDraft(`${name}.since`);
        discardDraft(`${name}.until`);
        say(t.replays.notice);
        onDone();
      }}
    >
      <p>{t.replays.text}</p>
      <div class="fields">
        <Field label={t.replays.since} type="datetime-local" value={since} />
        <Field label={t.replays.until} type="datetime-local" value={until} />
      </div>
      <fieldset>
        <legend>{t.replays.states}</legend>
        {(['exhausted', 'delivered'] as const).map((state) => (
          <label key={state} class="choice">
            <input
              type="checkbox"
              checked={isChosen.value[state]}
              // One of them at least: the browser says so where none is.
              required={states.length === 0}
              onChange={(event) => {
                isChosen.value = { ...isChosen.value, [state]: event.currentTarget.checked };
              }}
            />
            {labels[state]}
          </label>
        ))}
      </fieldset>
    </ActionDialog>
  );
};

const toUtc = (local: string): string => new Date(local).toISOString();
