import { useSignal } from '@preact/signals';
import { mayChange } from '../api/session.js';
import { OpenButton } from '../ui/buttons.js';
import { Dialog } from '../ui/dialog.js';
import { say } from '../ui/states.js';
import { chooseZone, ZoneField } from '../ui/zone.js';
import { changes } from './api/changes.js';
import { merchant, noteTimeZone } from './owner.js';
import { text } from './text/index.js';

/** Beside the choice for this device: the zone of all who work for the merchant. */
export const ZoneForAll = () => {
  const timeZone = merchant.value?.time_zone;
  if (!mayChange.value || timeZone === undefined) return null;
  return (
    <OpenButton label={text().zoneForAll.open}>
      {(close) => <ZoneDialog timeZone={timeZone} onClose={close} />}
    </OpenButton>
  );
};

const ZoneDialog = ({ timeZone, onClose }: { timeZone: string | null; onClose: () => void }) => {
  const t = text().zoneForAll;
  // Most often the first one who looks for it is where the merchant is.
  const wanted = useSignal(timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <Dialog
      title={t.title}
      submit={text().save}
      onClose={onClose}
      onSubmit={async () => {
        const { body } = await changes.setTimeZone(wanted.value || null);
        noteTimeZone(body?.time_zone ?? null);
        chooseZone('merchant');
        say(t.saved);
      }}
    >
      <p>{t.text}</p>
      <ZoneField value={wanted} />
    </Dialog>
  );
};
