import { useSignal } from '@preact/signals';
import type { MerchantView } from '@delivery/contracts';
import { may } from '../../api/session.js';
import { OpenButton } from '../../ui/buttons.js';
import { ActionDialog } from '../../ui/dialog.js';
import { Dash } from '../../ui/time.js';
import { ZoneField } from '../../ui/zone.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';

type TimeZoneProps = { merchant: MerchantView; onDone: () => void };

/** In which the portal and mails tell the merchant times. */
export const TimeZone = ({ merchant, onDone }: TimeZoneProps) => (
  <>
    {merchant.time_zone ?? <Dash />}
    {may('administer') && (
      <div class="row-actions">
        <OpenButton label={text().change}>
          {(close) => <TimeZoneDialog merchant={merchant} onDone={onDone} onClose={close} />}
        </OpenButton>
      </div>
    )}
  </>
);

const TimeZoneDialog = ({ merchant, onDone, onClose }: TimeZoneProps & { onClose: () => void }) => {
  const t = text().merchants.timeZone;
  const chosen = useSignal(merchant.time_zone ?? '');
  return (
    <ActionDialog
      name={`${merchant.merchant_id}.time-zone`}
      title={t.title}
      submit={text().save}
      onClose={onClose}
      act={async (action) => {
        await changes.setTimeZone(merchant.merchant_id, { ...action, time_zone: chosen.value || null });
        onDone();
      }}
    >
      <p>{t.text}</p>
      <ZoneField value={chosen} />
    </ActionDialog>
  );
};
