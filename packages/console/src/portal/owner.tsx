import { computed, signal, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { MerchantSummary } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { mayChange, session } from '../api/session.js';
import { OpenButton } from '../ui/buttons.js';
import { Dialog } from '../ui/dialog.js';
import { say } from '../ui/states.js';
import { chooseZone, useMerchantZone, ZoneField } from '../ui/zone.js';
import { changes, reads } from './calls.js';
import { text } from './text/index.js';

/** Its name and its time zone seldom change. */
const everyMs = 60_000;

/** undefined: not known yet. */
const merchant = signal<MerchantSummary['merchant'] | undefined>(undefined);

/** Whose portal it is, for the frame and the tab; undefined: not known yet. */
export const owner = (): string | undefined => {
  const name = merchant.value?.name;
  return name !== undefined && isSandbox.value ? `${name} · ${text().sandbox}` : name;
};

/** Until it is asked for again. */
const noteTimeZone = (timeZone: string | null): void => {
  if (merchant.value) merchant.value = { ...merchant.value, time_zone: timeZone };
};

/** Asks for the owner as long as a user is signed in. */
export const AskOwner = () => {
  const current = useLive(reads.summary(), everyMs).data.value?.merchant;
  useMerchantZone({ timeZone: merchant.value?.time_zone, isDefault: true });
  useLayoutEffect(() => {
    merchant.value = current;
    return () => (merchant.value = undefined);
  }, [current]);
  return null;
};

/** Whether the person may go on to other merchants of its platform. */
export const maySwitch = computed(() => {
  const signedIn = session.value;
  return signedIn ? 'may_switch' in signedIn && signedIn.may_switch : false;
});

/** Whether the signed-in merchant is a sandbox, whose orders are not real. */
export const isSandbox = computed(() => {
  const signedIn = session.value;
  return signedIn ? 'mode' in signedIn && signedIn.mode === 'sandbox' : false;
});

/** Beside the choice for this device: the zone of all who work for the merchant. */
export const ZoneForAll = () => {
  const timeZone = merchant.value?.time_zone;
  if (!mayChange.value || timeZone === undefined) return null;
  return (
    <OpenButton label={text().zoneForAll.title}>
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
