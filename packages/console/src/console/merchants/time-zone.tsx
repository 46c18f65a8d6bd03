import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { MerchantView } from '@delivery/contracts';
import { may } from '../../api/session.js';
import { OpenButton } from '../../ui/open-button.js';
import { Dash } from '../../ui/time.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';
import { ActionDialog } from '../ui/action-dialog.js';

type TimeZoneProps = { merchant: MerchantView; onDone: () => void };

/** In which the portal and mails tell the merchant times. */
export const TimeZone = ({ merchant, onDone }: TimeZoneProps) => (
  <>
    {merchant.time_zone ?? <Dash />}
    {may('administer') && (
      <div class="row-actions">
        <OpenButton label={text().timeZone.change}>
          {(close) => <TimeZoneDialog merchant={merchant} onDone={onDone} onClose={close} />}
        </OpenButton>
      </div>
    )}
  </>
);

const TimeZoneDialog = ({ merchant, onDone, onClose }: TimeZoneProps & { onClose: () => void }) => {
  const t = text().timeZone;
  const id = useId();
  const chosen = useSignal(merchant.time_zone ?? '');
  return (
    <ActionDialog
      name={`${merchant.merchant_id}.time-zone`}
      title={t.title}
      submit={t.submit}
      onClose={onClose}
      act={async (action) => {
        await changes.setTimeZone(merchant.merchant_id, { ...action, time_zone: chosen.value || null });
        onDone();
      }}
    >
      <p>{t.text}</p>
      <div class="field">
        <label for={id}>{text().zone.label}</label>
        <select id={id} value={chosen.value} onChange={(event) => (chosen.value = event.currentTarget.value)}>
          <option value="">{t.none}</option>
          {namesWith(merchant.time_zone).map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </div>
    </ActionDialog>
  );
};

/** Those of the browser, and the one that is set, which may be called by an older name. */
const namesWith = (timeZone: string | null): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ...(timeZone === null ? [] : [timeZone])])].sort();
